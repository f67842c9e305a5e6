//! The values of a document for any serializer of a format that people read.
//!
//! Serialization recurses along nested values, which the outline limits to [`MAX_NESTING`]
//! levels.
//!
//! [`MAX_NESTING`]: super::MAX_NESTING

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use objet_object::{
    ArgValue, BoxBoolNode, BoxFloatNode, BoxIntNode, FieldKind, IsObjectRef, MapNode, NDArray, Object,
    ObjectRef, StringNode,
};
use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};

use super::json_field::{Json, is_json};
use super::outline::{Outline, Position};
use super::{VERSION, is_escaped};
use crate::content::Content;
use crate::field::Field;
use crate::graph::error::GraphError;
use crate::graph::numbering::has_text_keys;
use crate::graph::opaque::{OpaqueValue, OpaqueView};
use crate::loaded::Loaded;
use crate::memory::Node;

/// A whole document.
pub(in crate::graph) struct Document<'a>(Outline<'a>);

impl<'a> Document<'a> {
    /// Creates the document of a graph.
    ///
    /// # Errors
    /// If the graph has an object that the format does not support.
    pub(in crate::graph) fn of(root: Option<&'a ObjectRef>, loaded: &'a Loaded) -> Result<Self, GraphError> {
        Outline::of(root, loaded).map(Self)
    }

    /// Returns the number of objects.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(outline) = self;
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("objet", &VERSION)?;
        if !outline.versions.is_empty() {
            document.serialize_entry("versions", &Versions(&outline.versions))?;
        }
        document.serialize_entry("root", &Reference { number: outline.root(), outline, depth: 0 })?;
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
            next().map(|(id, number)| Definition { number, id: Some(id), outline, depth: 0 })
        }))
    }
}

/// A position in the document that refers to an object, or to null.
#[derive(Clone, Copy)]
struct Reference<'a, 'b> {
    /// The number of the object.
    number: u32,
    outline: &'b Outline<'a>,
    depth: usize,
}

impl Serialize for Reference<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { number, outline, depth } = *self;
        if number == 0 {
            return serializer.serialize_none();
        }
        match outline.position(number, depth) {
            Position::Here(id) => Definition { number, id, outline, depth }.serialize(serializer),
            Position::Reference(id) => {
                let mut reference = serializer.serialize_map(Some(1))?;
                reference.serialize_entry("$ref", &id)?;
                reference.end()
            }
        }
    }
}

/// An object where it is written.
struct Definition<'a, 'b> {
    number: u32,
    id: Option<u32>,
    outline: &'b Outline<'a>,
    depth: usize,
}

impl<'a, 'b> Definition<'a, 'b> {
    fn object(&self) -> &'a Object {
        self.outline.object(self.number)
    }

    fn target(&self, number: u32) -> Reference<'a, 'b> {
        Reference { number, outline: self.outline, depth: self.depth + 1 }
    }

    /// Returns the first references of the object.
    fn targets(&self, count: usize) -> impl Iterator<Item = Reference<'a, 'b>> {
        self.outline.references(self.number, count).iter().map(|number| self.target(*number))
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
        let mut node = self.begin(serializer, self.object().type_key())?;
        node.serialize_entry("data", data)?;
        node.end()
    }

    fn text<S: Serializer>(&self, serializer: S, text: &StringNode) -> Result<S::Ok, S::Error> {
        if self.id.is_none() {
            return serializer.serialize_str(text.as_str());
        }
        let mut node = self.begin(serializer, self.object().type_key())?;
        node.serialize_entry("value", text.as_str())?;
        node.end()
    }

    fn map<S: Serializer>(&self, serializer: S, map: &MapNode) -> Result<S::Ok, S::Error> {
        if !has_text_keys(map) {
            let mut node = self.begin(serializer, self.object().type_key())?;
            node.serialize_entry("keys", &Sequence(|| self.targets(2 * map.len()).step_by(2)))?;
            node.serialize_entry("values", &Sequence(|| self.targets(2 * map.len()).skip(1).step_by(2)))?;
            return node.end();
        }
        let entries = Entries { map, of: self };
        if self.id.is_some() { self.data(serializer, &entries) } else { entries.serialize(serializer) }
    }

    fn node<S: Serializer>(&self, serializer: S, node: Node<'a>) -> Result<S::Ok, S::Error> {
        let layout = node.layout();
        let own = node.object().type_index() == layout.own_index;
        let type_key = if own { layout.reflection.type_key() } else { node.object().type_key() };
        let mut map = self.begin(serializer, type_key)?;
        if let Some(form) = layout.reflection.bytes() {
            bytes::<S>(&mut map, form.of(node.object()))?;
            return map.end();
        }
        let references = self.outline.references(self.number, layout.references.len());
        for (position, field) in layout.visited.iter().enumerate() {
            if !field.is_reference() {
                self.value::<S>(&mut map, node, position)?;
                continue;
            }
            let slot = layout.references.iter().position(|reference| *reference == position);
            self.reference::<S>(&mut map, field, slot.map_or(0, |slot| references[slot]))?;
        }
        map.end()
    }

    /// Writes a field that is a reference. Null references are omitted.
    fn reference<S: Serializer>(
        &self,
        map: &mut S::SerializeMap,
        field: &Field,
        target: u32,
    ) -> Result<(), S::Error> {
        if target == 0 && field.is_null_if_missing() {
            return Ok(());
        }
        entry::<S>(map, field.name(), &self.target(target))
    }

    /// Writes a field that is not a reference.
    fn value<S: Serializer>(
        &self,
        map: &mut S::SerializeMap,
        node: Node<'a>,
        position: usize,
    ) -> Result<(), S::Error> {
        let field = &node.layout().visited[position];
        let name = field.name();
        if is_json(field.kind()) {
            let mut text = String::new();
            node.write_json(position, self.outline.loaded, &mut text).map_err(S::Error::custom)?;
            return entry::<S>(map, name, &Json(&text));
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
        let mut targets = vec![0; opaque.len()];
        let numbers = self.outline.references(self.number, opaque.reference_count());
        for (lead, number) in opaque.node().leads.iter().zip(numbers) {
            targets[lead.attr as usize] = *number;
        }
        for (index, ((name, value), target)) in opaque.node().attrs().zip(targets).enumerate() {
            if let (Some(fields), Some(position)) = (opaque.fields(), opaque.field_position(index)) {
                match &fields.layout().visited[position] {
                    field if field.is_reference() => self.reference::<S>(&mut node, field, target)?,
                    _ => self.value::<S>(&mut node, fields, position)?,
                }
                continue;
            }
            match value {
                OpaqueValue::String(text) => entry::<S>(&mut node, name, &**text)?,
                OpaqueValue::Literal(text) | OpaqueValue::Json(text) => {
                    entry::<S>(&mut node, name, &Json(text))?;
                }
                OpaqueValue::Reference(_) => {
                    entry::<S>(&mut node, name, &Kept(self.target(target)))?;
                }
                OpaqueValue::Ambiguous { .. } => {
                    return Err(S::Error::custom(format!("{}: ambiguous attribute", name)));
                }
            }
        }
        node.end()
    }

    fn tensor<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = self.object().to_object_ref().and_then(|object| object.downcast::<NDArray>().ok());
        let tensor = object.ok_or_else(|| S::Error::custom("expected a tensor"))?;
        let compact = tensor.compact().map_err(S::Error::custom)?;
        let mut node = self.begin(serializer, self.object().type_key())?;
        node.serialize_entry("dtype", &Shown(tensor.dtype()))?;
        node.serialize_entry("shape", tensor.shape())?;
        node.serialize_entry("data", &STANDARD.encode(compact.as_bytes().map_err(S::Error::custom)?))?;
        node.end()
    }
}

impl Serialize for Definition<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.outline.content(self.number) {
            Content::String(text) => self.text(serializer, text),
            Content::Array(array) => {
                let elements = Sequence(|| self.targets(array.as_slice().len()));
                if self.id.is_some() {
                    self.data(serializer, &elements)
                } else {
                    elements.serialize(serializer)
                }
            }
            Content::Map(map) => self.map(serializer, map),
            Content::Tensor(_) => self.tensor(serializer),
            Content::Shape(shape) => self.data(serializer, shape.as_slice()),
            Content::Node(node) if !node.layout().references.is_empty() => self.node(serializer, node),
            Content::Node(node) => match boxed(self.object()).filter(|_| self.id.is_none()) {
                Some(Boxed::Int(number)) => serializer.serialize_i64(number),
                Some(Boxed::Float(number)) => serializer.serialize_f64(number),
                Some(Boxed::Bool(truth)) => serializer.serialize_bool(truth),
                None => self.node(serializer, node),
            },
            Content::Opaque(opaque) => self.opaque(serializer, opaque),
            Content::Adt(_) | Content::Unknown => Err(S::Error::custom(format!(
                "cannot save {}: the type has no reflection",
                self.object().type_key()
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

fn boxed(object: &Object) -> Option<Boxed> {
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
    map: &'b MapNode,
    of: &'b Definition<'a, 'b>,
}

impl Serialize for Entries<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_map(Some(self.map.len()))?;
        for ((key, _), value) in self.map.iter().zip(self.of.targets(self.map.len())) {
            if let Content::String(key) = Content::of(key) {
                entry::<S>(&mut entries, key.as_str(), &value)?;
            }
        }
        entries.end()
    }
}

/// A reference in a node of an unknown type. A string is written as a node, since the type of the
/// field does not say that the string is an object.
struct Kept<'a, 'b>(Reference<'a, 'b>);

impl Serialize for Kept<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Reference { number, outline, depth } = self.0;
        let object = (number > 0).then(|| outline.object(number));
        let value = object.filter(|object| object.is_instance::<StringNode>() || boxed(object).is_some());
        let Some(object) = value else { return self.0.serialize(serializer) };
        let id = match outline.position(number, depth) {
            Position::Reference(_) => return self.0.serialize(serializer),
            Position::Here(id) => id,
        };
        let definition = Definition { number, id, outline, depth };
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
