//! The values of a document for any serializer of a format that people read.
//!
//! Serialization recurses along nested values, which the outline limits to [`MAX_NESTING`]
//! levels.
//!
//! [`MAX_NESTING`]: super::MAX_NESTING

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use objet_object::{
    ArgValue, BoxBoolNode, BoxFloatNode, BoxIntNode, FieldKind, IsObjectRef, MapNode, NDArray, ObjectRef,
    StringNode,
};
use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};

use super::outline::{Outline, Position};
use super::{VERSION, is_escaped};
use crate::content::Content;
use crate::graph::error::GraphError;
use crate::graph::numbering::has_text_keys;
use crate::graph::opaque::{OpaqueValue, OpaqueView};
use crate::loaded::Loaded;
use crate::memory::Node;

/// A whole document.
pub(in crate::graph) struct Document<'a> {
    root: Option<&'a ObjectRef>,
    outline: Outline<'a>,
}

impl<'a> Document<'a> {
    /// Creates the document of a graph.
    ///
    /// # Errors
    /// If the graph has an object that the format does not support.
    pub(in crate::graph) fn of(root: Option<&'a ObjectRef>, loaded: &'a Loaded) -> Result<Self, GraphError> {
        Ok(Self { root, outline: Outline::of(root, loaded)? })
    }
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { root, outline } = self;
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("objet", &VERSION)?;
        if !outline.versions.is_empty() {
            document.serialize_entry("versions", &Versions(&outline.versions))?;
        }
        document.serialize_entry("root", &Reference { object: *root, outline, depth: 0 })?;
        if !outline.is_complete() {
            document.serialize_entry("nodes", &Deferred(outline))?;
        }
        document.end()
    }
}

/// The versions of types: numbers, or strings if ancestors have versions.
struct Versions<'a>(&'a [(&'a str, String)]);

impl Serialize for Versions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut versions = serializer.serialize_map(Some(self.0.len()))?;
        for (type_key, version) in self.0 {
            match version.parse::<u32>() {
                Ok(version) => versions.serialize_entry(type_key, &version)?,
                Err(_) => versions.serialize_entry(type_key, version)?,
            }
        }
        versions.end()
    }
}

/// The objects that are too deep for their position.
struct Deferred<'a, 'b>(&'b Outline<'a>);

impl Serialize for Deferred<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outline = self.0;
        let next = || outline.next_deferred();
        serializer.collect_seq(std::iter::from_fn(|| {
            next().map(|(id, object)| Definition { object, id: Some(id), outline, depth: 0 })
        }))
    }
}

/// A position in the document that refers to an object, or to null.
#[derive(Clone, Copy)]
struct Reference<'a, 'b> {
    object: Option<&'a ObjectRef>,
    outline: &'b Outline<'a>,
    depth: usize,
}

impl Serialize for Reference<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { object, outline, depth } = *self;
        let Some(object) = object else { return serializer.serialize_none() };
        match outline.position(object, depth, is_leaf(object)) {
            Position::Here(id) => Definition { object, id, outline, depth }.serialize(serializer),
            Position::Reference(id) => {
                let mut reference = serializer.serialize_map(Some(1))?;
                reference.serialize_entry("$ref", &id)?;
                reference.end()
            }
        }
    }
}

/// Whether an object is written without nested values.
fn is_leaf(object: &ObjectRef) -> bool {
    match Content::of(object) {
        Content::String(_) | Content::Tensor(_) | Content::Shape(_) => true,
        Content::Node(node) => {
            node.reflection().bytes().is_some() || node.reflection().references().is_empty()
        }
        _ => false,
    }
}

/// An object where it is written.
struct Definition<'a, 'b> {
    object: &'a ObjectRef,
    id: Option<u32>,
    outline: &'b Outline<'a>,
    depth: usize,
}

impl<'a> Definition<'a, '_> {
    fn target(&self, object: Option<&'a ObjectRef>) -> Reference<'a, '_> {
        Reference { object, outline: self.outline, depth: self.depth + 1 }
    }

    /// Starts a node with its `$id` and type.
    fn begin<S: Serializer>(&self, serializer: S, type_key: &str) -> Result<S::SerializeMap, S::Error> {
        let mut node = serializer.serialize_map(None)?;
        if let Some(id) = self.id {
            node.serialize_entry("$id", &id)?;
        }
        node.serialize_entry("type", type_key)?;
        Ok(node)
    }

    /// Writes a node whose only entry is `data`.
    fn data<S: Serializer>(
        &self,
        serializer: S,
        data: &(impl Serialize + ?Sized),
    ) -> Result<S::Ok, S::Error> {
        let mut node = self.begin(serializer, self.object.type_key())?;
        node.serialize_entry("data", data)?;
        node.end()
    }

    fn text<S: Serializer>(&self, serializer: S, text: &StringNode) -> Result<S::Ok, S::Error> {
        if self.id.is_none() {
            return serializer.serialize_str(text.as_str());
        }
        let mut node = self.begin(serializer, self.object.type_key())?;
        node.serialize_entry("value", text.as_str())?;
        node.end()
    }

    fn map<S: Serializer>(&self, serializer: S, map: &'a MapNode) -> Result<S::Ok, S::Error> {
        if !has_text_keys(map) {
            let mut node = self.begin(serializer, self.object.type_key())?;
            let keys = || map.iter().map(|(key, _)| self.target(Some(key)));
            node.serialize_entry("keys", &Sequence(keys))?;
            let values = || map.iter().map(|(_, value)| self.target(value));
            node.serialize_entry("values", &Sequence(values))?;
            return node.end();
        }
        let entries = Entries { map, of: self };
        if self.id.is_some() { self.data(serializer, &entries) } else { entries.serialize(serializer) }
    }

    fn node<S: Serializer>(&self, serializer: S, node: Node<'a>) -> Result<S::Ok, S::Error> {
        let layout = node.layout();
        let own = node.object().type_index() == layout.own_index;
        let type_key = if own { layout.reflection.type_key() } else { self.object.type_key() };
        let mut map = self.begin(serializer, type_key)?;
        if let Some(form) = layout.reflection.bytes() {
            bytes::<S>(&mut map, form.of(node.object()))?;
            return map.end();
        }
        for position in 0..layout.visited.len() {
            self.field::<S>(&mut map, node, position)?;
        }
        map.end()
    }

    /// Writes a field. Null references are omitted.
    fn field<S: Serializer>(
        &self,
        map: &mut S::SerializeMap,
        node: Node<'a>,
        position: usize,
    ) -> Result<(), S::Error> {
        let field = &node.layout().visited[position];
        let name = field.name();
        if field.is_reference() {
            return match node.reference(position, self.outline.loaded) {
                Some(target) => entry::<S>(map, name, &self.target(Some(target))),
                None if field.is_null_if_missing() => Ok(()),
                None => entry::<S>(map, name, &()),
            };
        }
        match (node.value(position, self.outline.loaded), field.kind()) {
            (Err(number), _) => entry::<S>(map, name, &number),
            (Ok(ArgValue::Int(number)), FieldKind::Bool) => entry::<S>(map, name, &(number != 0)),
            (Ok(ArgValue::Int(number)), FieldKind::Enum(declared)) => match declared.variant(number) {
                Some(variant) => entry::<S>(map, name, variant),
                None => entry::<S>(map, name, &number),
            },
            (Ok(ArgValue::Int(number)), _) => entry::<S>(map, name, &number),
            (Ok(ArgValue::Float(number)), kind) => entry::<S>(map, name, &Float { number, kind }),
            (Ok(ArgValue::Str(text)), _) => entry::<S>(map, name, text),
            (Ok(ArgValue::DataType(dtype)), _) => entry::<S>(map, name, &Shown(dtype)),
            (Ok(_), _) => Err(S::Error::custom(format!("{name}: no value of JSON"))),
        }
    }

    fn opaque<S: Serializer>(&self, serializer: S, opaque: OpaqueView<'a>) -> Result<S::Ok, S::Error> {
        let mut node = self.begin(serializer, opaque.opaque_type_key())?;
        if let Some(content) = opaque.bytes() {
            bytes::<S>(&mut node, content)?;
        }
        for (index, attr) in opaque.node().attrs.iter().enumerate() {
            if let (Some(fields), Some(position)) = (opaque.fields(), opaque.field_position(index)) {
                self.field::<S>(&mut node, fields, position)?;
                continue;
            }
            match &attr.value {
                OpaqueValue::String(text) => entry::<S>(&mut node, &attr.name, &**text)?,
                OpaqueValue::Literal(literal) => entry::<S>(&mut node, &attr.name, &Literal(literal))?,
                OpaqueValue::Reference(object) => {
                    entry::<S>(&mut node, &attr.name, &Kept(self.target(object.as_ref())))?;
                }
                OpaqueValue::Ambiguous { .. } => {
                    return Err(S::Error::custom(format!("{}: ambiguous attribute", attr.name)));
                }
            }
        }
        node.end()
    }

    fn tensor<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tensor: &NDArray =
            self.object.downcast_ref().ok_or_else(|| S::Error::custom("expected a tensor"))?;
        let compact = tensor.compact().map_err(S::Error::custom)?;
        let mut node = self.begin(serializer, self.object.type_key())?;
        node.serialize_entry("dtype", &Shown(tensor.dtype()))?;
        node.serialize_entry("shape", tensor.shape())?;
        node.serialize_entry("data", &STANDARD.encode(compact.as_bytes().map_err(S::Error::custom)?))?;
        node.end()
    }
}

impl Serialize for Definition<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match Content::of(self.object) {
            Content::String(text) => self.text(serializer, text),
            Content::Array(array) => {
                let elements =
                    Sequence(|| array.as_slice().iter().map(|element| self.target(element.as_ref())));
                if self.id.is_some() {
                    self.data(serializer, &elements)
                } else {
                    elements.serialize(serializer)
                }
            }
            Content::Map(map) => self.map(serializer, map),
            Content::Tensor(_) => self.tensor(serializer),
            Content::Shape(shape) => self.data(serializer, shape.as_slice()),
            Content::Node(node) => match boxed(self.object).filter(|_| self.id.is_none()) {
                Some(Boxed::Int(number)) => serializer.serialize_i64(number),
                Some(Boxed::Float(number)) => serializer.serialize_f64(number),
                Some(Boxed::Bool(truth)) => serializer.serialize_bool(truth),
                None => self.node(serializer, node),
            },
            Content::Opaque(opaque) => self.opaque(serializer, opaque),
            Content::Adt(_) | Content::Unknown => Err(S::Error::custom(format!(
                "cannot save {}: the type has no reflection",
                self.object.type_key()
            ))),
        }
    }
}

/// The content of an object that is a value of JSON.
enum Boxed {
    Int(i64),
    Float(f64),
    Bool(bool),
}

fn boxed(object: &ObjectRef) -> Option<Boxed> {
    if let Some(number) = object.as_node::<BoxIntNode>() {
        return Some(Boxed::Int(number.value));
    }
    if let Some(truth) = object.as_node::<BoxBoolNode>() {
        return Some(Boxed::Bool(truth.value));
    }
    let float = object.as_node::<BoxFloatNode>()?;
    float.value.is_finite().then_some(Boxed::Float(float.value))
}

/// Writes the bytes of a node whose type is saved as bytes.
fn bytes<S: Serializer>(node: &mut S::SerializeMap, bytes: &[u8]) -> Result<(), S::Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => node.serialize_entry("$repr", text),
        Err(_) => node.serialize_entry("$repr_b64", &STANDARD.encode(bytes)),
    }
}

/// Writes an entry whose key is a name of the program.
fn entry<S: Serializer>(
    map: &mut S::SerializeMap,
    name: &str,
    value: &(impl Serialize + ?Sized),
) -> Result<(), S::Error> {
    if is_escaped(name) {
        map.serialize_entry(&format!("{}{name}", super::ESCAPE), value)
    } else {
        map.serialize_entry(name, value)
    }
}

/// A list of values that are made as they are written.
struct Sequence<F>(F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}

/// The entries of a map whose keys are strings.
struct Entries<'a, 'b> {
    map: &'a MapNode,
    of: &'b Definition<'a, 'b>,
}

impl Serialize for Entries<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_map(Some(self.map.len()))?;
        for (key, value) in self.map.iter() {
            if let Content::String(key) = Content::of(key) {
                entry::<S>(&mut entries, key.as_str(), &self.of.target(value))?;
            }
        }
        entries.end()
    }
}

/// A number, a truth value or null as it was written.
struct Literal<'a>(&'a str);

impl Serialize for Literal<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0;
        match text {
            "true" | "false" => return serializer.serialize_bool(text == "true"),
            "null" => return serializer.serialize_none(),
            _ => {}
        }
        if let Ok(number) = text.parse::<i64>() {
            return serializer.serialize_i64(number);
        }
        if let Ok(number) = text.parse::<u64>() {
            return serializer.serialize_u64(number);
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => serializer.serialize_f64(number),
            _ => serializer.serialize_str(text),
        }
    }
}

/// A reference in a node of an unknown type. A string is written as a node, since the type of the
/// field does not say that the string is an object.
struct Kept<'a, 'b>(Reference<'a, 'b>);

impl Serialize for Kept<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Reference { object, outline, depth } = self.0;
        let value = object.filter(|object| object.is_instance::<StringNode>() || boxed(object).is_some());
        let Some(object) = value else { return self.0.serialize(serializer) };
        let id = match outline.position(object, depth, true) {
            Position::Reference(_) => return self.0.serialize(serializer),
            Position::Here(id) => id,
        };
        let definition = Definition { object, id, outline, depth };
        let mut node = definition.begin(serializer, object.type_key())?;
        match (Content::of(object), boxed(object)) {
            (Content::String(text), _) => node.serialize_entry("value", text.as_str())?,
            (_, Some(Boxed::Int(number))) => node.serialize_entry("value", &number)?,
            (_, Some(Boxed::Float(number))) => node.serialize_entry("value", &number)?,
            (_, Some(Boxed::Bool(truth))) => node.serialize_entry("value", &truth)?,
            _ => {}
        }
        node.end()
    }
}

/// A float. JSON has no form for infinities and NaN, which are strings.
struct Float {
    number: f64,
    kind: FieldKind,
}

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.number;
        match self.kind {
            _ if number.is_nan() => serializer.serialize_str("NaN"),
            _ if number.is_infinite() => {
                serializer.serialize_str(if number > 0.0 { "Infinity" } else { "-Infinity" })
            }
            // The shortest digits that identify the `f32`.
            FieldKind::F32 => serializer.serialize_f32(number as f32),
            _ => serializer.serialize_f64(number),
        }
    }
}

/// A value that is written as its text.
struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
