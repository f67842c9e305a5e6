//! Saving of graphs.

use std::collections::HashSet;
use std::io::Write;

use objet_object::progress::Steps;
use objet_object::{IsObjectRef, MapNode, NDArray, ObjectRef, TensorBytesError};

use super::entity::{Entity, Value};
use super::keys::{Keys, Owner};
use super::numbering::{Item, Numbering};
use super::special::{expect_free, key_of_text, no_form};
use super::writer::{escape, field_value};
use crate::field::Field;
use crate::graph::error::GraphError;
use crate::graph::json_writer::Output;
use crate::graph::numbering::has_text_keys;
use crate::graph::opaque::{OpaqueValue, OpaqueView, ambiguous};
use crate::loaded::Loaded;
use crate::memory::Node;

/// Writes a graph, whose root may be null. `metadata` is JSON. `sink` gets the approximate size of
/// the text. If the graph cannot be saved, nothing is written, except if an opaque node is
/// ambiguous, or a type key is reserved.
///
/// # Errors
/// If the graph has objects that the format does not support. If a tensor cannot be read, or the
/// sink fails.
pub(in crate::graph) fn save<W: Write>(
    root: Option<&ObjectRef>,
    metadata: Option<&str>,
    sink: impl FnOnce(usize) -> W,
) -> Result<W, GraphError> {
    Ok(write(root, metadata, |size| Output::new(sink(size)))?.finish()?)
}

/// Returns a graph as text; see [`save`].
///
/// # Errors
/// Errors of [`save`].
pub(in crate::graph) fn text(
    root: Option<&ObjectRef>,
    metadata: Option<&str>,
) -> Result<Vec<u8>, GraphError> {
    Ok(write(root, metadata, Output::in_memory)?.buffer)
}

/// Writes a graph. `out` gets the approximate size of the text.
fn write<W: Write>(
    root: Option<&ObjectRef>,
    metadata: Option<&str>,
    out: impl FnOnce(usize) -> Output<W>,
) -> Result<Output<W>, GraphError> {
    let loaded = Loaded::default();
    let mut numbering = Numbering::of(root, &loaded)?;
    numbering.attr_forms.check()?;
    let count = numbering.items.len();
    let children = std::mem::take(&mut numbering.children);
    let versions = std::mem::take(&mut numbering.versions);
    let mut out = out(TYPICAL_SIZE * count);
    out.raw("{\"root_index\":");
    out.integer(count - 1);
    out.raw(",\"nodes\":[");
    let (keys, text) = Default::default();
    let mut writer = Writer { out, children: &children, numbering, keys, text, node: 0 };
    let mut steps = Steps::new("write", Some(count));
    for index in 0..count {
        steps.next();
        writer.node = index;
        writer.item(writer.numbering.items[index])?;
    }
    if let Some(error) = writer.keys.reserved {
        return Err(error);
    }
    let mut out = writer.out;
    out.raw("]");
    if let Some(metadata) = metadata {
        out.raw(",\"metadata\":");
        out.raw(metadata);
    }
    for (index, (type_key, version)) in versions.iter().enumerate() {
        out.raw(if index == 0 { ",\"versions\":{" } else { "," });
        out.quoted(type_key);
        out.raw(":");
        out.quoted(version);
    }
    out.raw(if versions.is_empty() { "}" } else { "}}" });
    Ok(out)
}

/// Returns the objects of a file with their numbers, and the number of nodes.
///
/// # Errors
/// If the graph has objects that the format does not support.
pub(in crate::graph) fn node_list(
    root: Option<&ObjectRef>,
) -> Result<(Vec<(u32, ObjectRef)>, usize), GraphError> {
    let loaded = Loaded::default();
    let items = Numbering::of(root, &loaded)?.items;
    let object = |(number, item): (u32, &Item<'_>)| match item {
        Item::Object(object) => Some((number, object.cloned()?)),
        Item::String(_) => None,
    };
    Ok(((0..).zip(&items).filter_map(object).collect(), items.len()))
}

/// Checks that the keys of a map are different nodes. Equal numbers are different objects, and one
/// node in files of this format.
fn check_keys(map: &MapNode, numbers: &[u32]) -> Result<(), GraphError> {
    let mut keys = numbers.iter().step_by(2);
    // Most keys are new nodes, in ascending order.
    if keys.clone().is_sorted_by(|one, next| one < next) || has_text_keys(map) {
        return Ok(());
    }
    let mut earlier = HashSet::<u32, foldhash::fast::RandomState>::default();
    match keys.position(|key| !earlier.insert(*key)) {
        Some(entry) => Err(GraphError::EqualKeys { entry }),
        None => Ok(()),
    }
}

/// The typical size of a node in a file, in bytes.
const TYPICAL_SIZE: usize = 64;

/// The text of a node before its data, after a comma.
macro_rules! head {
    ($type_key:literal) => {
        concat!(",{\"type\":\"", $type_key, "\",\"data\":")
    };
}

struct Writer<'a, W> {
    out: Output<W>,
    /// The numbers of the references of this node and the following nodes.
    children: &'a [u32],
    numbering: Numbering<'a>,
    keys: Keys,
    /// A buffer for the string of a data type.
    text: String,
    /// The number of the current node.
    node: usize,
}

impl<'a, W: Write> Writer<'a, W> {
    fn item(&mut self, item: Item<'a>) -> Result<(), GraphError> {
        let object = match item {
            Item::Object(None) => {
                self.open(",{\"type\":\"None\"}");
                return Ok(());
            }
            Item::String(text) => {
                self.string(text);
                self.out.raw("}");
                return Ok(self.out.spill()?);
            }
            Item::Object(Some(object)) => object,
        };
        match self.numbering.entities.of(object) {
            Some(Entity::Value(value)) => self.value(value)?,
            Some(Entity::Elements(type_key, elements)) => {
                self.begin(type_key);
                let numbers = self.take(elements.len());
                self.out.integers(numbers.iter().copied().map(i64::from))?;
            }
            Some(Entity::Entries(type_key, map)) => {
                self.begin(type_key);
                let numbers = self.take(2 * map.len());
                check_keys(map, numbers)?;
                self.out.integers(numbers.iter().copied().map(i64::from))?;
            }
            Some(Entity::Shape(dimensions)) => {
                self.open(head!("ffi.Shape"));
                self.out.integers(dimensions.iter().copied())?;
            }
            Some(Entity::Tensor) => {
                self.open(head!("ffi.Tensor"));
                self.tensor(object)?;
            }
            Some(Entity::Named(node, bytes)) => {
                self.begin(node.object().type_key());
                self.named(node.object().type_key(), bytes)?;
            }
            Some(Entity::Node(node)) => {
                self.fields(node);
                return Ok(self.out.spill()?);
            }
            Some(Entity::Opaque(opaque)) => self.opaque(opaque)?,
            // The numbering has rejected these objects.
            None => {}
        }
        self.out.raw("}");
        Ok(self.out.spill()?)
    }

    /// Writes the start of a node, which begins with a comma. The first node has none.
    #[inline]
    fn open(&mut self, text: &str) {
        self.out.raw(if self.node == 0 { &text[1..] } else { text });
    }

    /// Writes the node of a string, up to its end.
    #[inline]
    fn string(&mut self, text: &str) {
        self.open(concat!(head!("ffi.String"), "\""));
        escape(text, |part| self.out.raw(part));
        self.out.raw("\"");
    }

    fn begin(&mut self, type_key: &str) {
        self.open(",{\"type\":");
        self.out.quoted(type_key);
        self.out.raw(",\"data\":");
    }

    fn value(&mut self, value: Value<'_>) -> Result<(), GraphError> {
        match value {
            Value::String(text) => self.string(text),
            Value::Int(number) => {
                self.open(head!("int"));
                self.out.integer(number);
            }
            Value::Float(bits) => {
                self.open(head!("float"));
                self.out.float(f64::from_bits(bits));
            }
            Value::Bool(value) => {
                self.open(head!("bool"));
                self.bool(value);
            }
            Value::DataType(text) => {
                self.open(head!("DataType"));
                self.out.quoted(text);
            }
            Value::Device(device_type, device_id) => {
                self.open(head!("Device"));
                self.out.integers([device_type, device_id].map(i64::from))?;
            }
            Value::Bytes(bytes) => {
                self.open(head!("ffi.Bytes"));
                self.out.base64(|base64| base64.write_all(bytes))?;
            }
        }
        Ok(())
    }

    fn bool(&mut self, value: bool) {
        self.out.raw(if value { "true" } else { "false" });
    }

    fn tensor(&mut self, object: &ObjectRef) -> Result<(), GraphError> {
        let tensor = object.downcast_ref::<NDArray>();
        self.out.base64(|base64| tensor.map_or(Ok(()), |tensor| tensor.save(base64))).map_err(|source| {
            match source {
                TensorBytesError::Io(error) => error.into(),
                source => GraphError::Tensor { tensor: self.node, source },
            }
        })
    }

    fn named(&mut self, type_key: &str, bytes: &[u8]) -> Result<(), GraphError> {
        if key_of_text(type_key) == type_key {
            expect_free(type_key)?;
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                self.out.quoted(text);
                Ok(())
            }
            Err(_) => {
                Err(no_form(type_key, "its bytes are not UTF-8, and the format stores them as a string"))
            }
        }
    }

    fn fields(&mut self, node: Node<'a>) {
        let fields = node.reflection().fields();
        let owner = Owner::Type(node.object().type_index());
        let keys = self.keys.of(owner, || node.object().type_key(), || fields.iter().map(Field::name));
        self.open(keys.before(0));
        for position in 0..fields.len() {
            if position > 0 {
                self.out.raw(keys.before(position));
            }
            self.field(node, position);
        }
        self.out.raw("}}");
    }

    #[inline]
    fn field(&mut self, node: Node<'a>, position: usize) {
        if node.reflection().fields()[position].is_node() {
            let number = self.take(1)[0];
            self.out.index(number);
        } else {
            field_value(&mut self.out, &mut self.text, node, position, self.numbering.loaded);
        }
    }

    fn opaque(&mut self, opaque: OpaqueView<'a>) -> Result<(), GraphError> {
        let type_key = opaque.opaque_type_key();
        if let Some(bytes) = opaque.bytes() {
            if opaque.len() > 0 {
                return Err(no_form(type_key, "the format has no nodes with both bytes and attributes"));
            }
            self.begin(key_of_text(type_key));
            return self.named(type_key, bytes);
        }
        let shape = Owner::Shape(std::ptr::from_ref(&*opaque.node().shape).addr());
        let keys = self.keys.of(shape, || type_key, || opaque.names());
        self.open(keys.before(0));
        for (position, value) in opaque.node().values.iter().enumerate() {
            if position > 0 {
                self.out.raw(keys.before(position));
            }
            if let Some((node, position)) = opaque.stored_field(position) {
                self.field(node, position);
                continue;
            }
            match value {
                OpaqueValue::String(text) => self.out.quoted(text),
                OpaqueValue::Literal(text) => self.out.raw(text),
                OpaqueValue::Reference(_) | OpaqueValue::Text(_) | OpaqueValue::Json(_) => {
                    let number = self.take(1)[0];
                    self.out.index(number);
                }
                OpaqueValue::Ambiguous { number: own, object, is_tree_edge, .. } => {
                    let number = match is_tree_edge {
                        true => Some(self.take(1)[0]),
                        false => self.numbering.number_of(object.as_ref()),
                    };
                    if number != Some(*own) {
                        let name = opaque.names().nth(position).unwrap_or_default();
                        return Err(ambiguous(opaque, name, *own, number));
                    }
                    if *own as usize >= self.node {
                        // Readers would take it for a number.
                        return Err(GraphError::AmbiguousReference {
                            type_key: type_key.into(),
                            attr: opaque.names().nth(position).unwrap_or_default().into(),
                            text: own.to_string(),
                            change: "comes after the node in this format".into(),
                        });
                    }
                    self.out.index(*own);
                }
            }
            self.out.spill()?;
        }
        self.out.raw("}");
        Ok(())
    }

    fn take(&mut self, count: usize) -> &'a [u32] {
        let (taken, rest) = self.children.split_at(count);
        self.children = rest;
        taken
    }
}
