//! Conversion of operands to one type.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::span::Span;

use super::Checked;
use super::constant::{Number, is_float_like};
use crate::builtin;
use crate::check::Check;
use crate::expr::{Broadcast, Call, Cast, CastNode};

/// Converts `value` to `dtype`. A constant is folded if a constant of that type has the value:
/// integers wrap around, and floats are truncated to integers. A scalar is broadcast to the lanes
/// of a vector type.
///
/// # Errors
/// Returns an error if both types are vectors of different lengths, if a vector is converted to a
/// scalar, or if `value` is a handle.
pub fn cast(
    dtype: DataType,
    value: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let value = value.into().expr()?;
    if value.dtype == dtype {
        return Ok(value);
    }
    Check(CastNode::TYPE_KEY).dtype("value", value.dtype, !value.dtype.is_handle(), "a number")?;
    if value.dtype.is_scalar() && !dtype.is_scalar() {
        let element = cast(dtype.element(), value, span.clone())?;
        return Ok(Broadcast::new(element, dtype.lanes.into(), span)?.upcast());
    }
    match Number::of(&value).and_then(|number| number.cast(dtype)) {
        Some(constant) => Ok(constant),
        None => Ok(Cast::new(dtype, value, span)?.upcast()),
    }
}

/// Reinterprets the bits of `value` as `dtype`.
///
/// # Errors
/// Returns the error of `value`.
pub fn reinterpret(
    dtype: DataType,
    value: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let value = value.into().expr()?;
    Ok(match value.dtype == dtype {
        true => value,
        false => Call::of(dtype, builtin::reinterpret(), [value], span).upcast(),
    })
}

/// Converts the operands of an operator to one type.
pub(super) fn matched(
    node: &'static str,
    a: impl Into<Checked>,
    b: impl Into<Checked>,
) -> Result<(PrimExpr, PrimExpr), ConstructError> {
    matched_exprs(node, a.into().expr()?, b.into().expr()?)
}

fn matched_exprs(
    node: &'static str,
    mut a: PrimExpr,
    mut b: PrimExpr,
) -> Result<(PrimExpr, PrimExpr), ConstructError> {
    let (a_type, b_type) = (a.dtype, b.dtype);
    if a_type == b_type {
        return Ok((a, b));
    }
    let lanes = match (a_type.lanes, b_type.lanes) {
        (1, lanes) | (lanes, 1) => Some(lanes),
        (lanes, others) => (lanes == others).then_some(lanes),
    };
    let element = common_type(a_type.element(), b_type.element());
    let (Some(lanes), Some(element)) = (lanes, element) else {
        return Check(node).same_dtype(("a", a_type), ("b", b_type)).map(|()| (a, b));
    };
    for operand in [&mut a, &mut b] {
        if operand.dtype.lanes != lanes {
            *operand = Broadcast::new(operand.clone(), lanes.into(), None)?.upcast();
        }
        *operand = cast(element.with_lanes(lanes), operand.clone(), None)?;
    }
    Ok((a, b))
}

/// Returns the scalar type to which operands of two scalar types are converted.
fn common_type(a: DataType, b: DataType) -> Option<DataType> {
    let wider = if a.bits < b.bits { b } else { a };
    let is_integer = |dtype: DataType| dtype.is_int() || dtype.is_uint();
    let is_custom = |dtype: DataType| is_float_like(dtype) && !dtype.is_float() && !dtype.is_bfloat16();
    match () {
        () if a == b => Some(a),
        () if a.is_float() && b.is_float() => Some(wider),
        () if b.is_float() || is_custom(b) && !a.is_float() => castable(a).then_some(b),
        () if a.is_float() || is_custom(a) => castable(b).then_some(a),
        () if b.is_bfloat16() => castable(a).then_some(b),
        () if a.is_bfloat16() => castable(b).then_some(a),
        () if !is_integer(a) || !is_integer(b) => None,
        () if a.bits == b.bits => Some(if a.is_uint() { a } else { b }),
        () => Some(wider),
    }
}

/// Whether values of the type are numbers.
fn castable(dtype: DataType) -> bool {
    dtype.is_int() || dtype.is_uint() || is_float_like(dtype)
}
