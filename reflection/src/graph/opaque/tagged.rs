//! Nodes of unknown types in files that state the JSON type of each value.

use objet_object::{ObjectRef, make_object};
use smol_str::ToSmolStr;

use super::node::{Opaque, OpaqueNode, OpaqueValue};
use super::shapes::Shapes;
use crate::graph::document::{FileValue, Node};

/// Returns the indices of the nodes that a node refers to.
pub(super) fn targets(node: Node<'_>) -> impl Iterator<Item = u32> {
    (0..node.names().len()).filter_map(move |attr| match node.value(attr) {
        Some(FileValue::Node(index)) => Some(index),
        _ => None,
    })
}

/// Builds a node. Its attributes keep the order of the file.
pub(super) fn make(shapes: &Shapes<'_>, node: Node<'_>, get: impl Fn(u32) -> Option<ObjectRef>) -> Opaque {
    let values = (0..node.names().len()).map(|attr| match node.value(attr) {
        Some(FileValue::Node(index)) => OpaqueValue::Reference(get(index)),
        Some(FileValue::Literal(literal)) => OpaqueValue::Literal(literal.into()),
        Some(FileValue::Integer(number)) => OpaqueValue::Literal(number.to_smolstr()),
        Some(FileValue::Untyped(text) | FileValue::String(text)) => OpaqueValue::String(text.into()),
        #[cfg(feature = "serde")]
        Some(FileValue::Json(text)) => OpaqueValue::String(text.into()),
        None => OpaqueValue::Reference(None),
    });
    let bytes = node.repr().filter(|bytes| !bytes.is_empty());
    make_object(OpaqueNode::with_leads(shapes.in_file_order(node), bytes, values.collect())).into()
}
