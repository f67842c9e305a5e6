//! Rounding and classification of floats.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{FloatImm, PrimExpr};
use objet_ir::op::Op;
use objet_ir::span::Span;

use super::constant::{Number, is_float_like};
use super::{Checked, abs, cast, equal, infinity, logical_and, logical_not, make_const};
use crate::builtin;
use crate::check::Check;
use crate::expr::Call;

/// Rounds `x`: an integer is returned as is, a constant is folded by `fold`, and any other operand
/// becomes a call of the operator.
fn rounded(
    node: &'static str,
    op: fn() -> Op,
    fold: fn(f64) -> f64,
    x: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let x = x.into().expr()?;
    let dtype = x.dtype;
    if dtype.is_int() || dtype.is_uint() {
        return Ok(x);
    }
    Check(node).dtype("x", dtype, is_float_like(dtype), "a number")?;
    Ok(match Number::of(&x) {
        Some(Number::Float(float)) => FloatImm::new(dtype, fold(float), span)?.upcast(),
        _ => Call::of(dtype, op(), [x], span).upcast(),
    })
}

macro_rules! roundings {
    ($($(#[$doc:meta])* $function:ident = $node:literal $fold:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// Returns the error of `x`, or an error if `x` is not a number.
            pub fn $function(x: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
                rounded($node, builtin::$function, $fold, x, span)
            }
        )*
    };
}

roundings! {
    /// The greatest integer that is not greater than `x`.
    floor = "tir.floor" f64::floor;
    /// The least integer that is not less than `x`.
    ceil = "tir.ceil" f64::ceil;
    /// The nearest integer. Constants that lie halfway are rounded to even.
    round = "tir.round" f64::round_ties_even;
    /// The nearest integer, with halves rounded to even.
    nearbyint = "tir.nearbyint" f64::round_ties_even;
    /// The integer part of `x`.
    trunc = "tir.trunc" f64::trunc;
}

/// Whether `x` is NaN. Integers never are.
///
/// # Errors
/// Returns the error of `x`, or an error if `x` is neither an integer nor an IEEE float.
pub fn isnan(x: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let x = x.into().expr()?;
    let lanes = x.dtype.lanes;
    let truth = DataType::BOOL.with_lanes(lanes);
    if is_integer("tir.isnan", &x)? {
        return make_const(truth, false, span);
    }
    if let Some(Number::Float(float)) = Number::of(&x) {
        return make_const(truth, float.is_nan(), span);
    }
    // Targets may lack `isnan` for floats of 16 bits.
    let is_half = x.dtype.bits == 16;
    let x = if is_half { cast(DataType::float(32).with_lanes(lanes), x, span.clone())? } else { x };
    Ok(Call::of(truth, builtin::isnan(), [x], span).upcast())
}

/// Whether `x` is infinite. Integers never are.
///
/// # Errors
/// Returns the error of `x`, or an error if `x` is neither an integer nor a scalar IEEE float.
pub fn isinf(x: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let x = x.into().expr()?;
    if is_integer("tir.isinf", &x)? {
        return make_const(DataType::BOOL.with_lanes(x.dtype.lanes), false, span);
    }
    let is_infinite = equal(abs(&x, span.clone()), infinity(x.dtype, span.clone()), span.clone());
    logical_and(is_infinite, logical_not(isnan(x, span.clone()), span.clone()), span)
}

/// Whether `x` is neither infinite nor NaN. Integers always are finite.
///
/// # Errors
/// Returns the error of `x`, or an error if `x` is neither an integer nor a scalar IEEE float.
pub fn isfinite(x: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let x = x.into().expr()?;
    if is_integer("tir.isfinite", &x)? {
        return make_const(DataType::BOOL.with_lanes(x.dtype.lanes), true, span);
    }
    let not = |value| Checked::from(logical_not(value, span.clone()));
    let (is_infinite, is_nan) = (isinf(&x, span.clone())?, isnan(x, span.clone())?);
    logical_and(not(is_infinite), not(is_nan), span.clone())
}

/// Whether the operand is an integer. Other operands must be IEEE floats.
fn is_integer(node: &'static str, x: &PrimExpr) -> Result<bool, ConstructError> {
    let is_integer = x.dtype.is_int() || x.dtype.is_uint();
    Check(node).dtype("x", x.dtype, is_integer || x.dtype.is_float(), "an integer or a float")?;
    Ok(is_integer)
}
