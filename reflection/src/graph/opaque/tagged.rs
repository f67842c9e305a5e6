//! Nodes of unknown types in files that state the JSON type of each value.

use objet_object::{ObjectRef, make_object};

use super::node::{Lead, Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
use crate::graph::document::{AttrText, Document, Node};

/// Returns the indices of the nodes that a node refers to.
pub(super) fn targets(node: Node<'_>) -> impl Iterator<Item = u32> {
    (0..node.names().len()).filter_map(move |attr| match node.attr_text(attr) {
        Some(AttrText::Node(index)) => index.parse().ok(),
        _ => None,
    })
}

/// Builds a node. Its attributes keep the order of the file.
pub(super) fn make(document: &Document, node: Node<'_>, get: impl Fn(u32) -> Option<ObjectRef>) -> Opaque {
    let mut leads = Vec::new();
    let attrs = node.names().iter().enumerate().map(|(attr, name)| {
        let value = match node.attr_text(attr) {
            Some(AttrText::Node(index)) => {
                let object = index.parse().ok().and_then(&get);
                leads.extend(object.is_some().then_some(Lead { attr: attr as u32, other: false }));
                OpaqueValue::Reference(object)
            }
            Some(AttrText::Literal(literal)) => OpaqueValue::Literal(literal.into()),
            Some(AttrText::Untyped(text) | AttrText::String(text) | AttrText::Json(text)) => {
                OpaqueValue::String(text.into())
            }
            None => OpaqueValue::Reference(None),
        };
        OpaqueAttr { name: document.name(*name).into(), value }
    });
    let attrs = attrs.collect();
    let bytes = node.repr().filter(|bytes| !bytes.is_empty()).map(Into::into);
    let type_key = document.type_key(node.type_key()).into();
    make_object(OpaqueNode::new(type_key, bytes, attrs, leads.into())).into()
}
