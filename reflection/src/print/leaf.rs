//! The texts of what has no references: values of fields, tensors, shapes, and what is known by its name.

use std::fmt::{self, Write};

use objet_object::{DataType, FieldKind, NDArrayNode, Scalar};

use crate::field::Field;
use crate::memory::FieldValue;

/// How many elements of a tensor are shown.
const ELEMENTS: usize = 8;

pub(super) fn value(out: &mut dyn Write, field: &Field, value: FieldValue<'_>) -> fmt::Result {
    match (value, field.kind()) {
        (FieldValue::Int(number), FieldKind::Enum(declared)) => match declared.variant(number) {
            Some(variant) => out.write_str(variant),
            None => write!(out, "{number}"),
        },
        (FieldValue::Int(number), _) => write!(out, "{number}"),
        (FieldValue::UInt(number), _) => write!(out, "{number}"),
        // With as many digits as a number of this size takes.
        (FieldValue::Float(number), FieldKind::F32) => write!(out, "{:?}", number as f32),
        (FieldValue::Float(number), _) => write!(out, "{number:?}"),
        (FieldValue::Bool(value), _) => write!(out, "{value}"),
        (FieldValue::Text(text), _) => write!(out, "{text:?}"),
        (FieldValue::DataType(dtype), _) => write!(out, "{dtype:?}"),
        (FieldValue::Reference(_), _) => out.write_str("null"),
    }
}

/// `(2, 3)`, and `(2,)` where there is one.
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

/// An object that is known by its name, or by other bytes.
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
    /// Writes the first elements, if they are `T`s.
    fn typed<T: Scalar + fmt::Debug>(out: &mut dyn Write, tensor: &NDArrayNode) -> Option<fmt::Result> {
        let elements = tensor.as_slice::<T>().ok()?;
        Some(list(out, elements.len(), elements.iter().map(|element| format!("{element:?}"))))
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

/// Elements of other types: truth values, and else bits.
fn raw(out: &mut dyn Write, tensor: &NDArrayNode) -> fmt::Result {
    let (dtype, count) = (tensor.dtype(), tensor.element_count());
    let Ok(bytes) = tensor.as_bytes() else { return out.write_str("…") };
    if dtype == DataType::BOOL {
        return list(out, count, bytes.iter().map(|byte| (*byte != 0).to_string()));
    }
    let hex = |element: &[u8]| element.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    list(out, count, bytes.chunks(dtype.bytes().max(1)).map(|element| format!("0x{}", hex(element))))
}

/// The first of `count` elements.
fn list(out: &mut dyn Write, count: usize, elements: impl Iterator<Item = String>) -> fmt::Result {
    out.write_char('[')?;
    for (index, element) in elements.take(ELEMENTS).enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        out.write_str(&element)?;
    }
    out.write_str(if count > ELEMENTS { ", …]" } else { "]" })
}
