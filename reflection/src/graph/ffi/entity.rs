//! The forms that objects have in files.

use objet_object::{
    ArgValue, BoxBoolNode, BoxFloatNode, BoxIntNode, FieldKind, IsObject, IsObjectRef, MapNode, ObjectRef,
    TypeIndex,
};

use super::nodes::{BoxDataTypeNode, BoxDeviceNode, BytesNode, DictNode, ListNode};
use crate::content::Content;
use crate::graph::opaque::node::OpaqueValue;
use crate::graph::opaque::{AttrValue, OpaqueView};
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};

/// The form of an object.
#[derive(Clone, Copy)]
pub(super) enum Entity<'a> {
    /// A value. Equal values share a node.
    Value(Value<'a>),
    /// An array or a list: the type key in files, and the elements.
    Elements(&'static str, &'a [Option<ObjectRef>]),
    /// A map or a dictionary: the type key in files, and the entries.
    Entries(&'static str, &'a MapNode),
    Shape(&'a [i64]),
    Tensor,
    /// An object that is written as a string.
    Named(Node<'a>, &'a [u8]),
    Node(Node<'a>),
    Opaque(OpaqueView<'a>),
}

/// A value that is written once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Value<'a> {
    String(&'a str),
    Int(i64),
    /// The bits. All NaNs are one value.
    Float(u64),
    Bool(bool),
    DataType(&'a str),
    Device(i32, i32),
    Bytes(&'a [u8]),
}

/// Recognizes the forms of objects. Holds the indices of types with a form of their own.
pub(super) struct Entities {
    recent: RecentTypes,
    special: [TypeIndex; 8],
    /// The range of these indices.
    first: TypeIndex,
    last: TypeIndex,
}

/// A reference of an object to another node.
#[derive(Clone, Copy)]
pub(super) enum Slot<'a> {
    Object(Option<&'a ObjectRef>),
    /// The text of a field.
    String(&'a str),
}

impl Entities {
    pub(super) fn new() -> Self {
        let special = [
            BoxIntNode::type_index(),
            BoxFloatNode::type_index(),
            BoxBoolNode::type_index(),
            BoxDataTypeNode::type_index(),
            BoxDeviceNode::type_index(),
            BytesNode::type_index(),
            ListNode::type_index(),
            DictNode::type_index(),
        ];
        let mut sorted = special;
        sorted.sort_unstable_by_key(|index| index.value());
        Self { recent: RecentTypes::new(), special, first: sorted[0], last: sorted[7] }
    }

    /// Returns the form of an object, or `None` if the object cannot be saved.
    #[inline]
    pub(super) fn of<'a>(&mut self, object: &'a ObjectRef) -> Option<Entity<'a>> {
        let index = object.type_index().value();
        if (self.first.value()..=self.last.value()).contains(&index)
            && let Some(entity) = self.special(object)
        {
            return Some(entity);
        }
        Some(match Content::by_recent(object, &mut self.recent) {
            Content::Node(node) => match node.reflection().bytes() {
                Some(bytes) => Entity::Named(node, bytes.of(node.object())),
                None => Entity::Node(node),
            },
            Content::String(text) => Entity::Value(Value::String(text.as_str())),
            Content::Array(array) => Entity::Elements("ffi.Array", array.as_slice()),
            Content::Map(map) => Entity::Entries("ffi.Map", map),
            Content::Shape(shape) => Entity::Shape(shape.as_slice()),
            Content::Tensor(_) => Entity::Tensor,
            Content::Opaque(opaque) => Entity::Opaque(opaque),
            Content::Adt(_) | Content::Unknown => return None,
        })
    }

    fn special<'a>(&self, object: &'a ObjectRef) -> Option<Entity<'a>> {
        let own = object.type_index();
        let value = match self.special.iter().position(|index| *index == own)? {
            0 => Value::Int(object.as_node::<BoxIntNode>()?.value),
            1 => Value::float(object.as_node::<BoxFloatNode>()?.value),
            2 => Value::Bool(object.as_node::<BoxBoolNode>()?.value),
            3 => Value::DataType(object.as_node::<BoxDataTypeNode>()?.as_str()),
            4 => {
                let device = object.as_node::<BoxDeviceNode>()?;
                Value::Device(device.device_type, device.device_id)
            }
            5 => Value::Bytes(object.as_node::<BytesNode>()?.as_slice()),
            6 => {
                let list = object.as_node::<ListNode>()?;
                return Some(Entity::Elements("ffi.List", list.elements.as_slice()));
            }
            _ => {
                let Content::Map(entries) =
                    Content::of(object.as_node::<DictNode>()?.entries.as_object_ref())
                else {
                    return None;
                };
                return Some(Entity::Entries("ffi.Dict", entries));
            }
        };
        Some(Entity::Value(value))
    }
}

impl Value<'_> {
    pub(super) fn float(value: f64) -> Self {
        Self::Float(if value.is_nan() { f64::NAN } else { value }.to_bits())
    }
}

impl<'a> Entity<'a> {
    /// Returns the reference at or after `position` in the order of the file, and moves `position`
    /// behind it. Returns `None` if there is none left.
    ///
    /// # Errors
    /// If JSON cannot hold the value of a field: the reason.
    #[inline]
    pub(super) fn next_slot(
        self,
        position: &mut usize,
        loaded: &'a Loaded,
    ) -> Result<Option<Slot<'a>>, String> {
        Ok(match self {
            Self::Elements(_, elements) => elements.get(*position).map(|element| {
                *position += 1;
                Slot::Object(element.as_ref())
            }),
            Self::Entries(_, map) => map.entry(*position / 2).map(|(key, value)| {
                *position += 1;
                Slot::Object(if position.is_multiple_of(2) { value } else { Some(key) })
            }),
            Self::Node(node) => loop {
                let at = *position;
                let Some(field) = node.reflection().fields().get(at) else { break None };
                *position += 1;
                match field.kind() {
                    FieldKind::Reference(_) => break Some(Slot::Object(node.reference(at, loaded))),
                    _ if field.is_node() => break Some(Slot::String(text(node, at, loaded)?)),
                    _ => {}
                }
            },
            Self::Opaque(opaque) => loop {
                let attr = *position;
                let Some(value) = opaque.node().values.get(attr) else { break None };
                *position += 1;
                let Some((node, at)) = opaque.stored_field(attr) else {
                    match (value, AttrValue::Own(value).object()) {
                        (OpaqueValue::Text(text) | OpaqueValue::Json(text), _) => {
                            break Some(Slot::String(text));
                        }
                        (_, Some(object)) => break Some(Slot::Object(object)),
                        (_, None) => continue,
                    }
                };
                let field = &node.reflection().fields()[at];
                if field.is_reference() {
                    break Some(Slot::Object(node.reference(at, loaded)));
                }
                if field.is_node() {
                    break Some(Slot::String(text(node, at, loaded)?));
                }
            },
            Self::Value(_) | Self::Shape(_) | Self::Tensor | Self::Named(..) => None,
        })
    }

    /// Returns a description of the reference at this position, for errors. `type_key` is that of
    /// the object.
    #[cold]
    pub(super) fn slot_name(self, position: usize, type_key: &str) -> String {
        match self {
            Self::Node(node) => {
                format!("in the field `{}` of a {type_key}", node.reflection().fields()[position].name())
            }
            Self::Opaque(opaque) => {
                format!("in the attribute `{}` of a {}", opaque.name(position), opaque.opaque_type_key())
            }
            Self::Entries(..) => {
                let part = if position.is_multiple_of(2) { "key" } else { "value" };
                format!("as the {part} of entry {} of a {type_key}", position / 2)
            }
            _ => format!("as element {position} of a {type_key}"),
        }
    }
}

/// Returns the text of a field that is a node of its own.
fn text<'a>(node: Node<'a>, position: usize, loaded: &'a Loaded) -> Result<&'a str, String> {
    match node.reflection().fields()[position].kind() {
        kind if kind.holds_json() => {
            let mut text = String::new();
            node.write_json(position, loaded, &mut text)?;
            Ok(loaded.keep(text))
        }
        _ => match node.value(position, loaded) {
            Ok(ArgValue::Str(text)) => Ok(text),
            _ => unreachable!("the value of the field is a text"),
        },
    }
}
