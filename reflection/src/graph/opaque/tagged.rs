//! Nodes of unknown types in files that state the JSON type of each value.

use objet_object::{ObjectRef, make_object};

use super::node::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
use super::shared_names::SharedNames;
use crate::graph::document::{AttrText, Node};

/// Returns the indices of the nodes that a node refers to.
pub(super) fn targets(node: Node<'_>) -> impl Iterator<Item = u32> {
    (0..node.names().len()).filter_map(move |attr| match node.attr_text(attr) {
        Some(AttrText::Node(index)) => index.parse().ok(),
        _ => None,
    })
}

/// Builds a node. Its attributes keep the order of the file.
pub(super) fn make(shared: &SharedNames, node: Node<'_>, get: impl Fn(u32) -> Option<ObjectRef>) -> Opaque {
    let attrs = node.names().iter().enumerate().map(|(attr, name)| {
        let value = match node.attr_text(attr) {
            Some(AttrText::Node(index)) => OpaqueValue::Reference(index.parse().ok().and_then(&get)),
            Some(AttrText::Literal(literal)) => OpaqueValue::Literal(literal.into()),
            Some(AttrText::Untyped(text) | AttrText::String(text) | AttrText::Json(text)) => {
                OpaqueValue::String(text.into())
            }
            None => OpaqueValue::Reference(None),
        };
        OpaqueAttr { name: shared.name(*name), value }
    });
    let bytes = node.repr().filter(|bytes| !bytes.is_empty());
    make_object(OpaqueNode::with_leads(shared.type_key(node), bytes, attrs.collect())).into()
}
