//! Nodes of known types that their types cannot make: what they hold is kept as it is, or their bytes mean nothing.

use objet_object::{ObjectRef, make_object};

use super::node::{Lead, Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
use crate::graph::document::{Document, Node};
use crate::reflection::Reflection;

/// A node of a known type as one of an unknown type, of which all is known. `targets` are its references in the order in
/// which graphs are numbered, and `get` makes an object of one.
pub(crate) fn keep_known(
    document: &Document,
    node: Node<'_>,
    reflection: &'static Reflection,
    targets: &[u32],
    get: impl Fn(&crate::Field, u32) -> Option<ObjectRef>,
) -> Opaque {
    let mut places: Vec<_> = (0..node.names().len()).collect();
    let name = |place: usize| document.name(node.names()[place]);
    places.sort_unstable_by_key(|place| name(*place));
    // For each reference, in the order of the numbers, the attribute that it is.
    let mut leads = vec![None; targets.len()];
    let mut attrs = Vec::with_capacity(places.len());
    for place in places {
        let position = reflection.find(name(place));
        let reference = position
            .and_then(|position| reflection.references().iter().position(|reference| *reference == position));
        let value = match reference {
            Some(reference) => {
                let field = &reflection.fields()[reflection.references()[reference]];
                let object = get(field, targets[reference]);
                leads[reference] =
                    object.is_some().then_some(Lead { attr: attrs.len() as u32, other: false });
                OpaqueValue::Reference(object)
            }
            None => OpaqueValue::Text(node.value(place).unwrap_or_default().into()),
        };
        attrs.push(OpaqueAttr { name: name(place).into(), value });
    }
    let type_key = document.type_key(node.type_key()).into();
    let leads = leads.into_iter().flatten().collect();
    make_object(OpaqueNode::new(type_key, None, attrs.into(), leads)).into()
}

/// A node of a known type that its bytes stand for, where the type refuses these bytes.
pub(crate) fn keep_bytes(type_key: &str, bytes: &[u8]) -> Opaque {
    // No bytes are written as none at all.
    let bytes = (!bytes.is_empty()).then(|| bytes.into());
    make_object(OpaqueNode::new(type_key.into(), bytes, Box::default(), Box::default())).into()
}
