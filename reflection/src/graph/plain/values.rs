//! The values of a document, for text and for any serializer of a format that people read.
//!
//! Writing recurses along nested values, which the outline limits to [`MAX_NESTING`]
//! levels.
//!
//! [`MAX_NESTING`]: super::MAX_NESTING

use std::cell::LazyCell;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use objet_object::{
    ArgValue, FieldKind, IsObjectRef, MapNode, NDArray, Object, ObjectRef, StringNode, types,
};
use serde::ser::Error;
use serde::{Serialize, Serializer};

use super::VERSION;
use super::json_field::Json;
use super::node_keys::{FieldKey, NodeKeys, written_name};
use super::outline::{Link, Outline, Position};
use super::target::{Entries, Foreign, NodeType, Plain, Target, Value};
use crate::boxed::Boxed;
use crate::content::Content;
use crate::field::Field;
use crate::graph::error::GraphError;
use crate::graph::numbering::has_text_keys;
use crate::graph::opaque::{OpaqueValue, OpaqueView, known};
use crate::loaded::Loaded;
use crate::memory::Node;
use crate::reflection::Reflection;

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
        self.write(Foreign(serializer))
    }
}

impl Value for Document<'_> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        let Self(outline) = self;
        let mut document = target.entries()?;
        document.entry("objet", &Plain(VERSION))?;
        if !outline.versions.is_empty() {
            document.entry("versions", &Versions(&outline.versions))?;
        }
        document.entry("root", &Reference { link: outline.root(), outline, depth: 0 })?;
        if !outline.is_complete() {
            document.entry("nodes", &Deferred(outline))?;
        }
        document.end()
    }
}

/// The versions of types: numbers, or strings if ancestors have versions.
struct Versions<'a>(&'a [(&'a str, String)]);

impl Value for Versions<'_> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        let mut versions = target.entries()?;
        for (type_key, version) in self.0 {
            match version.parse::<u32>() {
                Ok(version) => versions.entry(type_key, &Plain(version))?,
                Err(_) => versions.entry(type_key, version.as_str())?,
            }
        }
        versions.end()
    }
}

/// The objects that are too deep for their position.
struct Deferred<'a, 'b>(&'b Outline<'a>);

impl Value for Deferred<'_, '_> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        let outline = self.0;
        let next = || outline.next_deferred();
        target.list(std::iter::from_fn(|| {
            next().map(|(id, number)| Definition { number, id: Some(id), outline, depth: 0 })
        }))
    }
}

/// A position in the document that refers to an object, or to null.
#[derive(Clone, Copy)]
struct Reference<'a, 'b> {
    link: Link,
    outline: &'b Outline<'a>,
    depth: usize,
}

impl Value for Reference<'_, '_> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        let Self { link, outline, depth } = *self;
        if link.is_null() {
            return target.plain(&None::<()>);
        }
        match outline.position(link, depth) {
            Position::Here { id, depth } => {
                Definition { number: link.number(), id, outline, depth }.write(target)
            }
            Position::Reference(id) => target.reference(id),
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

    fn target(&self, link: Link) -> Reference<'a, 'b> {
        Reference { link, outline: self.outline, depth: self.depth.saturating_add(1) }
    }

    /// Returns the first references of the object.
    fn targets(&self, count: usize) -> impl Iterator<Item = Reference<'a, 'b>> {
        self.outline.references(self.number, count).iter().map(|link| self.target(*link))
    }

    /// Starts a node with its `$id` and type.
    fn begin<T: Target>(&self, target: T, type_key: &str) -> Result<T::Entries, T::Error> {
        target.node(self.id, NodeType::Key(type_key))
    }

    /// Writes a node whose only entry is `data`.
    fn data<T: Target>(&self, target: T, data: &impl Value) -> Result<T::Done, T::Error> {
        let mut node = self.begin(target, self.object().type_key())?;
        node.entry("data", data)?;
        node.end()
    }

    fn text<T: Target>(&self, target: T, text: &StringNode) -> Result<T::Done, T::Error> {
        if self.id.is_none() {
            return target.text(text.as_str());
        }
        let mut node = self.begin(target, self.object().type_key())?;
        node.entry("value", text.as_str())?;
        node.end()
    }

    fn map<T: Target>(&self, target: T, map: &MapNode) -> Result<T::Done, T::Error> {
        if !has_text_keys(map) {
            let mut node = self.begin(target, self.object().type_key())?;
            node.entry("keys", &Sequence(|| self.targets(map.len())))?;
            node.entry("values", &Sequence(|| self.targets(2 * map.len()).skip(map.len())))?;
            return node.end();
        }
        let entries = MapEntries { map, of: self };
        if self.id.is_some() { self.data(target, &entries) } else { entries.write(target) }
    }

    fn node<T: Target>(&self, target: T, node: Node<'a>) -> Result<T::Done, T::Error> {
        let layout = node.layout();
        let keys = NodeKeys::of(layout);
        let own = node.object().type_index() == layout.own_index;
        let of = if own { NodeType::Known(keys) } else { NodeType::Key(node.object().type_key()) };
        let mut entries = target.node(self.id, of)?;
        if let Some(form) = layout.reflection.bytes() {
            bytes(&mut entries, form.of(node.object()))?;
            return entries.end();
        }
        let references = self.outline.references(self.number, keys.references.len());
        for (position, key) in keys.fields.iter().enumerate() {
            match key.reference {
                Some(reference) => {
                    self.reference(&mut entries, key, &layout.visited[position], references[reference])?;
                }
                None => self.value(&mut entries, key, node, position)?,
            }
        }
        entries.end()
    }

    /// Writes a field that is a reference. Null references are omitted.
    #[inline]
    fn reference<E: Entries>(
        &self,
        entries: &mut E,
        key: &FieldKey,
        field: &Field,
        target: Link,
    ) -> Result<(), E::Error> {
        if target.is_null() && !field.is_required() && field.is_null_if_missing() {
            return Ok(());
        }
        entries.field(key, &self.target(target))
    }

    /// Writes a field that is not a reference.
    #[inline]
    fn value<E: Entries>(
        &self,
        entries: &mut E,
        key: &FieldKey,
        node: Node<'a>,
        position: usize,
    ) -> Result<(), E::Error> {
        let field = &node.layout().visited[position];
        let kind = field.kind();
        if key.is_json {
            let mut text = String::new();
            node.write_plain_json(position, self.outline.loaded, &mut text).map_err(E::Error::custom)?;
            return entries.field(key, &Plain(Json(&text)));
        }
        match node.value(position, self.outline.loaded) {
            Ok(ArgValue::Str(text)) => entries.field(key, &text),
            Ok(ArgValue::Int(number)) => match kind {
                FieldKind::Bool => entries.field(key, &Plain(number != 0)),
                FieldKind::Enum(declared) => match declared.variant(number) {
                    Some(variant) => entries.field(key, &variant),
                    None => entries.field(key, &number),
                },
                _ => entries.field(key, &number),
            },
            Ok(ArgValue::Float(number)) => entries.field(key, &Plain(Float { number, kind })),
            Ok(ArgValue::DataType(dtype)) => entries.field(key, &Plain(Shown(dtype))),
            Ok(_) => Err(E::Error::custom(format!("{}: no value of JSON", field.name()))),
            Err(number) => entries.field(key, &Plain(number)),
        }
    }

    fn opaque<T: Target>(&self, target: T, opaque: OpaqueView<'a>) -> Result<T::Done, T::Error> {
        let type_key = opaque.opaque_type_key();
        let mut node = self.begin(target, type_key)?;
        let known_type = LazyCell::new(|| types::by_key_or_alias(type_key).and_then(Reflection::of_type));
        if let Some(content) = opaque.bytes() {
            bytes(&mut node, content)?;
        }
        let mut targets = vec![Link::NULL; opaque.len()];
        let links = self.outline.references(self.number, opaque.reference_count());
        let mut attrs: Vec<_> = opaque.node().leads.iter().map(|lead| lead.attr).collect();
        attrs.sort_unstable();
        for (attr, link) in attrs.into_iter().zip(links) {
            targets[attr as usize] = *link;
        }
        for (index, ((name, value), target)) in opaque.node().attrs().zip(targets).enumerate() {
            if let (Some(fields), Some(position)) = (opaque.fields(), opaque.field_position(index)) {
                // The attribute of another type may have a former name of the field.
                let field = &fields.layout().visited[position];
                let key = &NodeKeys::of(fields.layout()).fields[position];
                let renamed = (field.name() != opaque.name(index)).then(|| key.renamed(opaque.name(index)));
                let key = renamed.as_ref().unwrap_or(key);
                match field.is_reference() {
                    true => node.field(key, &self.target(target))?,
                    false => self.value(&mut node, key, fields, position)?,
                }
                continue;
            }
            let name = &*written_name(name);
            let field = || known_type.and_then(|of| of.stored_field(opaque.name(index)));
            match value {
                OpaqueValue::String(text) => node.entry(name, &**text)?,
                OpaqueValue::Literal(text) => match field().and_then(|field| variant(field, text)) {
                    Some(variant) => node.entry(name, variant)?,
                    None => node.entry(name, &Plain(Json(text)))?,
                },
                OpaqueValue::Json(text) if known::is_json(text.as_str()) => {
                    let written = node.entry(name, &Plain(Json(text.as_str())));
                    written.map_err(|error| T::Error::custom(format_args!("{type_key}.{name}: {error}")))?;
                }
                OpaqueValue::Text(text) | OpaqueValue::Json(text) => node.entry(name, text.as_str())?,
                OpaqueValue::Reference(_) => {
                    let is_reference = || field().is_some_and(Field::is_reference);
                    node.entry(name, &Kept { reference: self.target(target), is_reference })?;
                }
                OpaqueValue::Ambiguous { .. } => {
                    return Err(T::Error::custom(format!("{}: ambiguous attribute", name)));
                }
            }
        }
        node.end()
    }

    fn tensor<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        let object = self.object().to_object_ref().and_then(|object| object.downcast::<NDArray>().ok());
        let tensor = object.ok_or_else(|| T::Error::custom("expected a tensor"))?;
        let compact = tensor.compact().map_err(T::Error::custom)?;
        let mut node = self.begin(target, self.object().type_key())?;
        node.entry("dtype", &Plain(Shown(tensor.dtype())))?;
        node.entry("shape", &Plain(tensor.shape()))?;
        node.entry("data", STANDARD.encode(compact.as_bytes().map_err(T::Error::custom)?).as_str())?;
        node.end()
    }
}

impl Value for Definition<'_, '_> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        match self.outline.content(self.number) {
            Content::String(text) => self.text(target, text),
            Content::Array(array) => {
                let elements = Sequence(|| self.targets(array.as_slice().len()));
                if self.id.is_some() { self.data(target, &elements) } else { elements.write(target) }
            }
            Content::Map(map) => self.map(target, map),
            Content::Tensor(_) => self.tensor(target),
            Content::Shape(shape) => self.data(target, &Plain(shape.as_slice())),
            Content::Node(node) if !node.layout().references.is_empty() => self.node(target, node),
            Content::Node(node) => match boxed(self.object()).filter(|_| self.id.is_none()) {
                Some(Boxed::Int(number)) => target.integer(number),
                Some(Boxed::Float(number)) => target.plain(&number),
                Some(Boxed::Bool(truth)) => target.plain(&truth),
                None => self.node(target, node),
            },
            Content::Opaque(opaque) => self.opaque(target, opaque),
            Content::Adt(_) | Content::Unknown => Err(T::Error::custom(format!(
                "cannot save {}: the type has no reflection",
                self.object().type_key()
            ))),
        }
    }
}

/// Returns the value of a boxed number or truth value, if JSON can hold it.
pub(super) fn boxed(object: &Object) -> Option<Boxed> {
    Boxed::of(object).filter(|value| !matches!(value, Boxed::Float(number) if !number.is_finite()))
}

/// Writes the bytes of a node whose type is saved as bytes.
fn bytes<E: Entries>(node: &mut E, bytes: &[u8]) -> Result<(), E::Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => node.entry("$repr", text),
        Err(_) => node.entry("$repr_b64", STANDARD.encode(bytes).as_str()),
    }
}

/// A list of values that are made as they are written.
struct Sequence<F>(F);

impl<I: Iterator<Item: Value>, F: Fn() -> I> Value for Sequence<F> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        target.list(self.0())
    }
}

/// The entries of a map whose keys are strings.
struct MapEntries<'a, 'b> {
    map: &'b MapNode,
    of: &'b Definition<'a, 'b>,
}

impl Value for MapEntries<'_, '_> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        let mut entries = target.entries()?;
        for ((key, _), value) in self.map.iter().zip(self.of.targets(self.map.len())) {
            if let Content::String(key) = Content::of(key) {
                entries.entry(&written_name(key.as_str()), &value)?;
            }
        }
        entries.end()
    }
}

/// A reference in a node that is kept as in its file. A string or a number is written as a node,
/// unless its field is known to be a reference, and says that the string or number is an object.
struct Kept<'a, 'b, F> {
    reference: Reference<'a, 'b>,
    /// Returns whether the field is known to be a reference.
    is_reference: F,
}

impl<F: Fn() -> bool> Value for Kept<'_, '_, F> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        let Reference { link, outline, depth } = self.reference;
        let object = (!link.is_null()).then(|| outline.object(link.number()));
        let value = object.filter(|object| object.is_instance::<StringNode>() || boxed(object).is_some());
        let Some(object) = value.filter(|_| !(self.is_reference)()) else {
            return self.reference.write(target);
        };
        let (id, depth) = match outline.position(link, depth) {
            Position::Reference(id) => return target.reference(id),
            Position::Here { id, depth } => (id, depth),
        };
        let definition = Definition { number: link.number(), id, outline, depth };
        let mut node = definition.begin(target, object.type_key())?;
        match (Content::of(object), boxed(object)) {
            (Content::String(text), _) => node.entry("value", text.as_str())?,
            (_, Some(Boxed::Int(number))) => node.entry("value", &Plain(number))?,
            (_, Some(Boxed::Float(number))) => node.entry("value", &Plain(number))?,
            (_, Some(Boxed::Bool(truth))) => node.entry("value", &Plain(truth))?,
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

/// Returns the name of the variant with a number, if the field is an enum.
fn variant(field: &Field, number: &str) -> Option<&'static str> {
    match field.kind() {
        FieldKind::Enum(declared) => declared.variant(number.parse().ok()?),
        _ => None,
    }
}
