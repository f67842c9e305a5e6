//! Building of opaque nodes.

use objet_object::{ObjectRef, make_object};

use super::fields::node_index;
use super::infer::{Meaning, Meanings, uses};
use crate::graph::document::{AttrText, Document, Node};
use crate::graph::load::Plans;
use crate::graph::opaque::node::{Lead, Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
use crate::reflection::Reflection;

/// Returns the indices of the nodes that a node of an unknown type refers to, or may refer to.
pub(in crate::graph) fn targets<'a>(
    meanings: &'a Meanings,
    plans: &'a Plans,
    number: u32,
    node: Node<'a>,
) -> impl Iterator<Item = u32> + 'a {
    uses(plans, number, node)
        .filter(|(_, class, _)| meanings.meaning(*class) != Meaning::Value)
        .map(|(.., target)| target)
}

/// Builds a node of an unknown type. The nodes that it refers to must be built already.
pub(in crate::graph) fn make(
    document: &Document,
    meanings: &Meanings,
    plans: &Plans,
    number: u32,
    node: Node<'_>,
    get: impl Fn(u32) -> Option<ObjectRef>,
) -> Opaque {
    let mut uses = (0..).zip(uses(plans, number, node)).peekable();
    opaque(document, node, |attr, text| {
        let Some((position, (_, class, target))) = uses.next_if(|(_, (at, ..))| *at == attr) else {
            return plain(text);
        };
        match meanings.meaning(class) {
            Meaning::Value => plain(text),
            Meaning::Reference => OpaqueValue::Reference(get(target)),
            Meaning::Ambiguous => OpaqueValue::Ambiguous {
                text: itoa::Buffer::new().format(target).into(),
                object: get(target),
                other: None,
                is_tree_edge: meanings.is_tree_edge(number, position, target),
            },
        }
    })
}

/// Converts a node of a known type that its type cannot build to an opaque node.
pub(in crate::graph) fn keep_known(
    document: &Document,
    node: Node<'_>,
    reflection: &'static Reflection,
    get: impl Fn(u32) -> Option<ObjectRef>,
) -> Opaque {
    opaque(document, node, |attr, text| {
        let position = reflection.find_stored(document.name(node.names()[attr]));
        let field = position.map(|position| &reflection.fields()[position]);
        let index = field.filter(|field| field.is_node()).and_then(|_| node_index(Some(text)).ok());
        match index.and_then(|index| index.parse().ok()) {
            Some(index) => OpaqueValue::Reference(get(index)),
            None => plain(text),
        }
    })
}

/// Builds a node with the value that `value` returns for each attribute, in the order of the file.
fn opaque(
    document: &Document,
    node: Node<'_>,
    mut value: impl FnMut(usize, AttrText<'_>) -> OpaqueValue,
) -> Opaque {
    let mut leads = Vec::new();
    let attrs = node.names().iter().enumerate().map(|(attr, name)| {
        let value = value(attr, node.attr_text(attr).unwrap_or(AttrText::Literal("null")));
        if let OpaqueValue::Reference(Some(_))
        | OpaqueValue::Ambiguous { object: Some(_), is_tree_edge: true, .. } = value
        {
            leads.push(Lead { attr: attr as u32, other: false });
        }
        OpaqueAttr { name: document.name(*name).into(), value }
    });
    let attrs = attrs.collect();
    let type_key = document.type_key(node.type_key()).into();
    make_object(OpaqueNode::new(type_key, node.repr().map(Into::into), attrs, leads.into())).into()
}

fn plain(text: AttrText<'_>) -> OpaqueValue {
    match text {
        AttrText::Literal(literal) => OpaqueValue::Literal(literal.into()),
        AttrText::Untyped(text) | AttrText::String(text) | AttrText::Node(text) | AttrText::Json(text) => {
            OpaqueValue::String(text.into())
        }
    }
}
