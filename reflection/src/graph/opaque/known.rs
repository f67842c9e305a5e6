//! Nodes of known types that their types cannot build. They are kept as opaque nodes.

use objet_object::{FieldKind, NDArrayNode, ObjectRef, String as ObjectString, make_object};

use super::leads::{Lead, Leads};
use super::node::{Opaque, OpaqueNode, OpaqueShape, OpaqueValue};
use crate::field::Field;
use crate::graph::document::{Document, Node};
use crate::graph::number::is_number;
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
    let attr_indices = by_name(document, node).into_iter().map(|attr_index| attr_index as usize);
    let name = |attr_index: usize| document.name(node.names()[attr_index]);
    // For each reference in the order of numbering, its attribute.
    let mut leads = vec![None; targets.len()];
    let mut values = Vec::with_capacity(attr_indices.len());
    for attr_index in attr_indices.clone() {
        let position = reflection.find_stored(name(attr_index));
        let reference = position
            .and_then(|position| reflection.references().iter().position(|reference| *reference == position));
        let value = match reference {
            Some(reference) => {
                let field = &reflection.fields()[reflection.references()[reference]];
                let object = get(field, targets[reference]);
                leads[reference] = object.as_ref().map(|object| Lead {
                    is_node: !field.is_tensor() && object.is_instance::<NDArrayNode>(),
                    ..Lead::new(values.len() as u32)
                });
                OpaqueValue::Reference(object)
            }
            None => {
                let text = node.text(attr_index).unwrap_or_default();
                match position {
                    Some(position) => typed(&reflection.fields()[position], text),
                    None => OpaqueValue::String(text.into()),
                }
            }
        };
        values.push(value);
    }
    let shape = OpaqueShape::new(document.type_key(node.type_key()), attr_indices.map(name));
    let leads = leads.into_iter().flatten().collect();
    make_object(OpaqueNode::new(shape, None, values.into(), leads)).into()
}

/// Returns the positions of the attributes of a node in ascending order of their names.
pub(super) fn by_name(document: &Document, node: Node<'_>) -> Vec<u32> {
    let mut attr_indices: Vec<_> = (0..node.names().len() as u32).collect();
    attr_indices.sort_unstable_by_key(|attr_index| document.name(node.names()[*attr_index as usize]));
    attr_indices
}

/// Returns the value of an attribute of a field that is not a reference, whose text is from a file
/// that does not state the types of values. It is the inverse of [`untyped`](super::save_opaque).
/// A text that the field does not have stays a string.
pub(super) fn typed(field: &Field, text: &str) -> OpaqueValue {
    let literal = match (field.kind(), text) {
        (FieldKind::Bool, "1") => "true",
        (FieldKind::Bool, "0") => "false",
        (FieldKind::F32 | FieldKind::F64, "nan") => "NaN",
        (FieldKind::F32 | FieldKind::F64, "inf") => "Infinity",
        (FieldKind::F32 | FieldKind::F64, "-inf") => "-Infinity",
        (FieldKind::F32 | FieldKind::F64, _) if is_number(text) => text,
        (FieldKind::Int(_) | FieldKind::Enum(_), _)
            if text.parse().is_ok_and(|int: i128| int.to_string() == text) =>
        {
            text
        }
        _ => {
            let value = text_of_field(field, || text.into());
            return value.unwrap_or_else(|| OpaqueValue::String(text.into()));
        }
    };
    OpaqueValue::Literal(literal.into())
}

/// Returns the value of the attribute of a field that has a text in all formats, if it is one.
pub(crate) fn text_of_field(field: &Field, text: impl FnOnce() -> ObjectString) -> Option<OpaqueValue> {
    match field.kind() {
        FieldKind::String | FieldKind::Char => Some(OpaqueValue::Text(text())),
        kind if kind.holds_json() => Some(OpaqueValue::Json(text())),
        _ => None,
    }
}

/// Whether a text is JSON that any parser can read.
#[cfg(feature = "serde")]
pub(in crate::graph) fn is_json(text: &str) -> bool {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_string,
            b'"' => is_string = !is_string,
            b'[' | b'{' if !is_string => depth += 1,
            b']' | b'}' if !is_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > crate::json_text::MAX_DEPTH {
            return false;
        }
    }
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Only plain JSON, which needs the feature, tells JSON from other texts.
#[cfg(not(feature = "serde"))]
pub(in crate::graph) fn is_json(_: &str) -> bool {
    true
}

/// Converts a node whose type rejects its bytes to an opaque node.
pub(crate) fn keep_bytes(document: &Document, type_key: &str, bytes: &[u8]) -> Opaque {
    // Empty bytes are omitted in files of the other formats.
    let bytes = (!bytes.is_empty() || document.is_tvm_ffi()).then_some(bytes);
    let shape = OpaqueShape::new(type_key, []);
    make_object(OpaqueNode::new(shape, bytes, Box::default(), Leads::default())).into()
}
