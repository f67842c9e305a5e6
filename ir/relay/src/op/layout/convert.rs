//! The type relations of operators that convert between layouts.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::data_layout::{BijectiveLayout, Layout};

use crate::attrs::{AutoSchedulerLayoutTransformAttrs, LayoutTransformAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, tensor, types_of,
};

/// Converts the shape to the other layout.
#[register_global("tvm.relay.type_relation.layout_transform")]
fn layout_transform(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: LayoutTransformAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let src_layout = Layout::new(attrs.src_layout.as_str())?;
    let dst_layout = Layout::new(attrs.dst_layout.as_str())?;
    let unsuitable = |error: &dyn std::fmt::Display| {
        let expected = format!("a layout that {} converts to ({error})", attrs.src_layout);
        RelationError::attribute("dst_layout", expected, &attrs.dst_layout)
    };
    let converter = BijectiveLayout::new(src_layout, dst_layout).map_err(|error| unsuitable(&error))?;
    let shape = converter.forward_shape(data.shape.clone()).map_err(|error| unsuitable(&error))?;
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Sets the result to the lengths in the layout's name, such as `1N32C7H8W`.
#[register_global("tvm.relay.type_relation.auto_scheduler_layout_transform")]
fn auto_scheduler_layout_transform(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: AutoSchedulerLayoutTransformAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let shape = lengths(&attrs.dst_layout).ok_or_else(|| {
        RelationError::attribute("dst_layout", "lengths before letters, such as 1N8C", &attrs.dst_layout)
    })?;
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Returns the lengths before the letters of a layout. A letter without a length has no axis.
fn lengths(layout: &str) -> Option<Vec<PrimExpr>> {
    let (mut lengths, mut length) = (Vec::new(), 0_i32);
    for letter in layout.chars() {
        if let Some(digit) = letter.to_digit(10) {
            length = length.checked_mul(10)?.checked_add(digit as i32)?;
        } else if letter.is_ascii_alphabetic() {
            if length != 0 {
                lengths.push(std::mem::take(&mut length).into());
            }
        } else {
            return None;
        }
    }
    Some(lengths)
}
