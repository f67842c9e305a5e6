//! Writing of opaque nodes.

use std::io::Write;

use objet_object::ObjectRef;

use super::leads::Lead;
use super::node::OpaqueValue;
use super::view::{AttrValue, OpaqueView};
use crate::graph::error::GraphError;
use crate::graph::json_writer::JsonWriter;
use crate::graph::numbering::{NULL_TENSOR, Numbering};

/// Writes an opaque node without its end. `numbers` are those of the node's references.
///
/// A reference is written as the current number of its object. An ambiguous string is written
/// unchanged, which is correct only if the object that it may refer to has the same number as
/// before.
///
/// # Errors
/// If such an object has another number, or if writing fails.
pub(crate) fn write_opaque<W: Write>(
    node: OpaqueView<'_>,
    numbers: &[u32],
    numbering: &Numbering<'_>,
    writer: &mut JsonWriter<W>,
) -> Result<(), GraphError> {
    writer.begin_node(node.opaque_type_key());
    writer.repr(node.bytes().unwrap_or_default())?;
    // For each attribute, the numbers of `object` and `other`, if these references are followed,
    // and whether each is that of a tensor.
    let mut targets = vec![[None; 2]; node.len()];
    for (index, (Lead { attr, other, .. }, number)) in node.node().leads.iter().zip(numbers).enumerate() {
        let is_tensor = node.is_tensor(index, node.reference(index, numbering.loaded));
        targets[attr as usize][usize::from(other)] = Some((*number, is_tensor));
    }
    let is_omitted = |number: &&u32| **number == NULL_TENSOR;
    writer.begin_attrs(node.len() - numbers.iter().filter(is_omitted).count());
    // Attributes that were loaded from other formats may have another order.
    for index in node.by_name() {
        let index = *index as usize;
        let (name, targets) = (&*node.node().shape.names[index], targets[index]);
        // One of both references is to a node, and the other one is to a tensor.
        let number_of = |object: &ObjectRef, position: usize| {
            if let Some((number, _)) = targets[position] {
                return Some(number);
            }
            let is_tensor = targets[1 - position].map_or(position == 1, |(_, is_tensor)| !is_tensor);
            if is_tensor { numbering.tensor_number(object) } else { numbering.node_number(object) }
        };
        let value = match node.value(index, numbering.loaded) {
            AttrValue::Own(value) => value,
            AttrValue::Text(text) => {
                writer.attr_text(name, &text)?;
                continue;
            }
            AttrValue::Reference(_) => {
                let number = targets[0].map_or(0, |(number, _)| number);
                if number != NULL_TENSOR {
                    writer.attr_integer(name, number)?;
                }
                continue;
            }
        };
        match value {
            OpaqueValue::String(text) => writer.attr_text(name, text)?,
            OpaqueValue::Text(text) | OpaqueValue::Json(text) => writer.attr_text(name, text)?,
            OpaqueValue::Literal(literal) => writer.attr_text(name, untyped(literal))?,
            OpaqueValue::Reference(object) => {
                let number = object.as_ref().and_then(|object| number_of(object, 0));
                writer.attr_integer(name, number.unwrap_or_default())?;
            }
            OpaqueValue::Ambiguous { number: own, object, other, .. } => {
                let object = object.as_ref().map(|object| number_of(object, 0));
                let other = other.as_ref().map(|other| number_of(other, 1));
                if let Some(new) = [object, other].into_iter().flatten().find(|new| *new != Some(*own)) {
                    return Err(ambiguous(node, name, *own, new));
                }
                writer.attr_integer(name, *own)?;
            }
        }
    }
    Ok(())
}

/// Returns the error of an attribute whose object has another number, or none.
#[cold]
pub(in crate::graph) fn ambiguous(
    node: OpaqueView<'_>,
    attr: &str,
    own: u32,
    new: Option<u32>,
) -> GraphError {
    let change =
        new.map_or("is not part of the file".into(), |number| format!("now has the number {number}"));
    GraphError::AmbiguousReference {
        type_key: node.opaque_type_key().into(),
        attr: attr.into(),
        text: own.to_string(),
        change,
    }
}

/// Returns a number or a truth value as TVM 0.8 writes it.
pub(crate) fn untyped(literal: &str) -> &str {
    match literal {
        "true" => "1",
        "false" | "null" => "0",
        "NaN" => "nan",
        "Infinity" => "inf",
        "-Infinity" => "-inf",
        number => number,
    }
}
