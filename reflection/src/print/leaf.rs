//! Printing of values without references: fields, tensors, shapes, and objects with a name.

use std::fmt::{self, Write};

use objet_object::{ArgValue, DataType, FieldKind, NDArrayNode, Scalar};

use crate::memory::FieldArg;

/// The maximum number of printed elements of a tensor.
const ELEMENTS: usize = 8;

/// Returns the printed value of a field of this kind.
pub(crate) fn value(kind: FieldKind, value: FieldArg<'_>) -> String {
    match (value, kind) {
        (Err(number), _) => number.to_string(),
        (Ok(ArgValue::Int(number)), FieldKind::Enum(declared)) => {
            declared.variant(number).map_or_else(|| number.to_string(), Into::into)
        }
        (Ok(ArgValue::Int(number)), FieldKind::Bool) => (number != 0).to_string(),
        // Prints the shortest digits that identify the `f32`.
        (Ok(ArgValue::Float(number)), FieldKind::F32) => format!("{:?}", number as f32),
        (Ok(value), _) => format!("{value:?}"),
    }
}

/// Prints a shape as `(2, 3)`, or as `(2,)` if it has one extent.
pub(super) fn shape(out: &mut dyn Write, extents: &[i64]) -> fmt::Result {
    out.write_char('(')?;
    for (index, extent) in extents.iter().enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        write!(out, "{extent}")?;
    }
    out.write_str(if extents.len() == 1 { ",)" } else { ")" })
}

/// Prints an object that files store as a name or as other bytes.
pub(super) fn named(out: &mut dyn Write, type_key: &str, bytes: &[u8]) -> fmt::Result {
    match std::str::from_utf8(bytes) {
        Ok(name) => write!(out, "{type_key}({name:?})"),
        Err(_) => write!(out, "{type_key}(b\"{}\")", bytes.escape_ascii()),
    }
}

pub(super) fn tensor(out: &mut dyn Write, tensor: &NDArrayNode) -> fmt::Result {
    out.write_str("NDArray(shape=")?;
    shape(out, tensor.shape())?;
    write!(out, ", dtype={:?}, device={}, ", tensor.dtype(), tensor.device())?;
    elements(out, tensor)?;
    out.write_char(')')
}

fn elements(out: &mut dyn Write, tensor: &NDArrayNode) -> fmt::Result {
    /// Prints the first elements, if their type is `T`.
    fn typed<T: Scalar + fmt::Debug>(out: &mut dyn Write, tensor: &NDArrayNode) -> Option<fmt::Result> {
        let elements = tensor.as_slice::<T>().ok()?;
        Some(list(out, elements.len(), &mut elements.iter().map(|element| format!("{element:?}"))))
    }
    typed::<f32>(out, tensor)
        .or_else(|| typed::<f64>(out, tensor))
        .or_else(|| typed::<i64>(out, tensor))
        .or_else(|| typed::<i32>(out, tensor))
        .or_else(|| typed::<i16>(out, tensor))
        .or_else(|| typed::<i8>(out, tensor))
        .or_else(|| typed::<u64>(out, tensor))
        .or_else(|| typed::<u32>(out, tensor))
        .or_else(|| typed::<u16>(out, tensor))
        .or_else(|| typed::<u8>(out, tensor))
        .unwrap_or_else(|| raw(out, tensor))
}

/// Prints elements of other types: truth values, and otherwise hexadecimal bits.
fn raw(out: &mut dyn Write, tensor: &NDArrayNode) -> fmt::Result {
    let (dtype, count) = (tensor.dtype(), tensor.element_count());
    let Ok(bytes) = tensor.as_bytes() else { return out.write_str("…") };
    if dtype == DataType::BOOL {
        return list(out, count, &mut bytes.iter().map(|byte| (*byte != 0).to_string()));
    }
    let hex = |element: &[u8]| element.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut elements = bytes.chunks(dtype.bytes().max(1)).map(|element| format!("0x{}", hex(element)));
    list(out, count, &mut elements)
}

/// Prints the first of `count` elements.
fn list(out: &mut dyn Write, count: usize, elements: &mut dyn Iterator<Item = String>) -> fmt::Result {
    out.write_char('[')?;
    for (index, element) in elements.take(ELEMENTS).enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        out.write_str(&element)?;
    }
    out.write_str(if count > ELEMENTS { ", …]" } else { "]" })
}
