//! Writing of opaque nodes.

use std::io::Write;

use objet_object::ObjectRef;

use super::node::{Lead, OpaqueNode, OpaqueValue};
use crate::graph::error::GraphError;
use crate::graph::layout::Layout;
use crate::graph::number::canonical_index;
use crate::graph::numbering::Numbering;

/// Writes an opaque node without its end. `numbers` are those of the node's references.
///
/// A reference is written as the current number of its object. An ambiguous string is written
/// unchanged, which is correct only if the object that it may refer to has the same number as
/// before.
///
/// # Errors
/// If such an object has another number, or if writing fails.
pub(crate) fn write_opaque<W: Write>(
    node: &OpaqueNode,
    numbers: &[u32],
    numbering: &Numbering<'_>,
    layout: &mut Layout<W>,
) -> Result<(), GraphError> {
    layout.begin_node(node.opaque_type_key());
    layout.repr(node.bytes().unwrap_or_default())?;
    layout.begin_attrs(node.attrs.len());
    // For each attribute, the numbers of `object` and `other`, if these references are followed.
    let mut led_to = vec![[None; 2]; node.attrs.len()];
    for (Lead { attr, other }, number) in node.leads.iter().zip(numbers) {
        led_to[*attr as usize][usize::from(*other)] = Some(*number);
    }
    for (attr, led_to) in node.attrs.iter().zip(led_to) {
        let number_of =
            |object: &ObjectRef, place: usize| led_to[place].or_else(|| numbering.number_of(object));
        match &attr.value {
            OpaqueValue::Text(text) => layout.attr_text(&attr.name, text)?,
            OpaqueValue::Reference(object) => {
                let number = object.as_ref().and_then(|object| number_of(object, 0));
                layout.attr_integer(&attr.name, number.unwrap_or_default())?;
            }
            OpaqueValue::Unclear { text, object, other, leads } => {
                let object = object.as_ref().map(|object| number_of(object, 0));
                let other = other.as_ref().map(|other| number_of(other, 1));
                let number = match object {
                    Some(Some(number)) if *leads => Some(number),
                    _ => canonical_index(text),
                };
                if let Some(now) = [object, other].into_iter().flatten().find(|now| *now != number) {
                    return Err(unclear(node, &attr.name, text, now));
                }
                match number {
                    Some(number) => layout.attr_integer(&attr.name, number)?,
                    None => layout.attr_text(&attr.name, text)?,
                }
            }
        }
    }
    Ok(())
}

#[cold]
fn unclear(node: &OpaqueNode, attr: &str, text: &str, now: Option<u32>) -> GraphError {
    let now = now.map_or("is not part of the file".into(), |number| format!("now has the number {number}"));
    GraphError::Unclear { type_key: node.opaque_type_key().into(), attr: attr.into(), text: text.into(), now }
}
