//! Nodes of known types that their types cannot build. They are kept as opaque nodes.

use objet_object::{ObjectRef, make_object};

use super::node::{Lead, Leads, Opaque, OpaqueNode, OpaqueShape, OpaqueValue};
use crate::graph::document::{Document, Node};
use crate::reflection::Reflection;

/// Converts a node of a known type to an opaque node in which the meaning of each attribute is
/// certain. `targets` are the references of the node in the order of graph numbering, and `get`
/// returns the object of a reference.
pub(crate) fn keep_known(
    document: &Document,
    node: Node<'_>,
    reflection: &'static Reflection,
    targets: &[u32],
    get: impl Fn(&crate::Field, u32) -> Option<ObjectRef>,
) -> Opaque {
    let mut attr_indices: Vec<_> = (0..node.names().len()).collect();
    let name = |attr_index: usize| document.name(node.names()[attr_index]);
    attr_indices.sort_unstable_by_key(|attr_index| name(*attr_index));
    // For each reference in the order of numbering, its attribute.
    let mut leads = vec![None; targets.len()];
    let mut values = Vec::with_capacity(attr_indices.len());
    for attr_index in attr_indices.iter().copied() {
        let position = reflection.find_stored(name(attr_index));
        let reference = position
            .and_then(|position| reflection.references().iter().position(|reference| *reference == position));
        let value = match reference {
            Some(reference) => {
                let field = &reflection.fields()[reflection.references()[reference]];
                let object = get(field, targets[reference]);
                leads[reference] =
                    object.is_some().then_some(Lead { attr: values.len() as u32, other: false });
                OpaqueValue::Reference(object)
            }
            None => OpaqueValue::String(node.text(attr_index).unwrap_or_default().into()),
        };
        values.push(value);
    }
    let shape = OpaqueShape::new(document.type_key(node.type_key()), attr_indices.into_iter().map(name));
    let leads = leads.into_iter().flatten().collect();
    make_object(OpaqueNode::new(shape, None, values.into(), leads)).into()
}

/// Converts a node whose type rejects its bytes to an opaque node.
pub(crate) fn keep_bytes(document: &Document, type_key: &str, bytes: &[u8]) -> Opaque {
    // Empty bytes are omitted in files of the other formats.
    let bytes = (!bytes.is_empty() || document.is_tvm_ffi()).then_some(bytes);
    let shape = OpaqueShape::new(type_key, []);
    make_object(OpaqueNode::new(shape, bytes, Box::default(), Leads::default())).into()
}
