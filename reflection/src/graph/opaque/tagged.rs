//! Nodes of unknown types in files that state the JSON type of each value.

use std::sync::Arc;

use objet_object::{FieldKind, ObjectRef};
use smol_str::ToSmolStr;

use super::known::{holds_json, json};
use super::node::{Opaque, OpaqueNode, OpaqueShape, OpaqueValue};
use super::shapes::Shapes;
use crate::graph::document::{Document, FileValue, Node};
use crate::graph::error::AttrError;
use crate::graph::number::NumberError;
use crate::reflection::Reflection;

/// Returns the indices of the nodes that a node refers to.
pub(super) fn targets(node: Node<'_>) -> impl Iterator<Item = u32> {
    (0..node.names().len()).filter_map(move |attr| match node.value(attr) {
        Some(FileValue::Node(index)) => Some(index),
        _ => None,
    })
}

/// Builds a node. Its attributes keep the order of the file.
pub(super) fn make(shapes: &Shapes<'_>, node: Node<'_>, get: impl Fn(u32) -> Option<ObjectRef>) -> Opaque {
    made(shapes.in_file_order(node), node, get, |_, text| OpaqueValue::String(text.into()))
}

/// Converts a node of a known type that its type cannot build. Its attributes keep the order of the
/// file.
pub(crate) fn keep_known_tagged(
    document: &Document,
    node: Node<'_>,
    reflection: &'static Reflection,
    get: impl Fn(u32) -> Option<ObjectRef>,
) -> Opaque {
    let names = || node.names().iter().map(|name| document.name(*name));
    let holds_json = |attr: usize| {
        let position = reflection.find_stored(document.name(node.names()[attr]));
        position.is_some_and(|position| holds_json(&reflection.fields()[position]))
    };
    let shape = OpaqueShape::new(document.type_key(node.type_key()), names());
    made(shape, node, get, |attr, text| match !document.is_plain() && holds_json(attr) {
        true => json(text),
        false => OpaqueValue::String(text.into()),
    })
}

fn made(
    shape: Arc<OpaqueShape>,
    node: Node<'_>,
    get: impl Fn(u32) -> Option<ObjectRef>,
    string: impl Fn(usize, &str) -> OpaqueValue,
) -> Opaque {
    let values = (0..node.names().len()).map(|attr| match node.value(attr) {
        Some(FileValue::Node(index)) => OpaqueValue::Reference(get(index)),
        Some(FileValue::Literal(literal)) => OpaqueValue::Literal(literal.into()),
        Some(FileValue::Integer(number)) => OpaqueValue::Literal(number.to_smolstr()),
        Some(FileValue::Untyped(text) | FileValue::String(text)) => string(attr, text),
        #[cfg(feature = "serde")]
        Some(FileValue::Json(text)) => OpaqueValue::Json(text.into()),
        None => OpaqueValue::Reference(None),
    });
    let bytes = node.repr().filter(|bytes| !bytes.is_empty());
    OpaqueNode::with_leads(shape, bytes, values.collect())
}

/// Checks that a value of a plain file has the JSON type of a field that is not a reference:
/// strings as strings, and numbers as numbers. An enum may be a name or a number.
///
/// # Errors
/// If the value has another type.
pub(crate) fn has_plain_form(kind: FieldKind, value: FileValue<'_>) -> Result<(), AttrError> {
    let (expected, found) = match (kind, value) {
        (FieldKind::Int(_), FileValue::String(text)) => ("an integer", format!("{text:?}")),
        (FieldKind::Bool, FileValue::String(text)) => ("true or false", format!("{text:?}")),
        (FieldKind::F32 | FieldKind::F64, FileValue::String(text))
            if !matches!(text, "NaN" | "Infinity" | "-Infinity") =>
        {
            ("a number", format!("{text:?}"))
        }
        (
            FieldKind::String | FieldKind::Char | FieldKind::DataType,
            FileValue::Literal(_) | FileValue::Integer(_),
        ) => ("a string", value.to_text().into()),
        // The text of the string is not its JSON.
        (FieldKind::List(_) | FieldKind::Optional(_) | FieldKind::Custom(_), FileValue::String(text)) => {
            ("JSON of the field", format!("{text:?}"))
        }
        _ => return Ok(()),
    };
    let text = found.chars().take(63).collect();
    Err(AttrError::Number(NumberError::Format { expected, text }))
}
