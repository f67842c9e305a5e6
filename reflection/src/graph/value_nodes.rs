//! Nodes for objects that TVM 0.8 has no form for: shapes, and tensors outside of tensor fields.
//!
//! A shape is a node whose bytes are its extents as a JSON list: `"repr_str": "[2,3]"`. A tensor is
//! a node with the attribute `data`, the index of its bytes in `b64ndarrays`. So a tensor that is
//! referenced from fields and from arrays is saved once.

use std::io::{self, Write};
use std::sync::Arc;

use objet_object::{FieldType, ShapeTuple, ShapeTupleNode, ValueError};

use super::document::{Document, FileValue, Node};
use super::error::{AttrError, GraphError};
use super::json_writer::JsonWriter;
use super::number::read_index;
use crate::json_text::{self, Value};

/// The attribute with the index of a tensor.
pub(super) const DATA: &str = "data";

/// Writes the content of the node of a shape.
pub(super) fn write_shape<W: Write>(shape: &ShapeTupleNode, writer: &mut JsonWriter<W>) -> io::Result<()> {
    writer.repr(shape_text(shape.as_slice()).as_bytes())
}

/// Returns the bytes of the node of a shape.
pub(super) fn shape_text(extents: &[i64]) -> String {
    let extents: Vec<_> = extents.iter().map(i64::to_string).collect();
    format!("[{}]", extents.join(","))
}

/// Reads the node of a shape.
///
/// # Errors
/// If the bytes are not a list of integers.
pub(super) fn read_shape(
    document: &Document,
    index: usize,
    node: Node<'_>,
) -> Result<ShapeTuple, GraphError> {
    let read = || {
        let bytes = node.repr().unwrap_or_default();
        let text =
            str::from_utf8(bytes).map_err(|error| ValueError::NotUtf8 { position: error.valid_up_to() })?;
        let Value::Elements(mut elements) = json_text::read(Vec::<i64>::KIND, text)? else {
            unreachable!("a list has elements")
        };
        Vec::<i64>::from_elements(&mut elements).unwrap_or_else(|| Ok(Vec::new()))
    };
    match read() {
        Ok(extents) => Ok(extents.into()),
        Err(error) => Err(GraphError::Bytes { node: document.location(index), source: Arc::new(error) }),
    }
}

/// Writes the content of the node of a tensor.
pub(super) fn write_tensor<W: Write>(number: u32, writer: &mut JsonWriter<W>) -> io::Result<()> {
    writer.begin_attrs(1);
    writer.attr_integer(DATA, number)
}

/// Returns the index of the tensor of a node, if it is one. The index may be out of range.
pub(super) fn tensor_index(document: &Document, node: Node<'_>) -> Option<u32> {
    let position = node.names().iter().position(|name| document.name(*name) == DATA)?;
    read_index(&node.value(position)?.to_text()).ok()?.try_into().ok()
}

/// Returns the index of the tensor of a node.
///
/// # Errors
/// If the node has no index, or if the index is out of range.
pub(super) fn read_tensor(document: &Document, index: usize, node: Node<'_>) -> Result<u32, GraphError> {
    let location = || document.location(index);
    let position = node.names().iter().position(|name| document.name(*name) == DATA);
    let text = position.and_then(|position| node.value(position)).map(FileValue::to_text);
    let found = read_index(&text.unwrap_or_default()).map_err(|error| GraphError::Attr {
        node: location(),
        attr: DATA,
        source: Box::new(AttrError::Number(error)),
    })?;
    let count = document.tensors.len();
    match u32::try_from(found) {
        Ok(target) if found < count => Ok(target),
        _ => Err(GraphError::TensorIndex { node: location(), attr: DATA, count, found }),
    }
}
