//! The least and the greatest number of a type.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::span::Span;

use super::make_const;
use crate::check::Check;

/// The greatest finite number of IEEE floating point of 16 bits.
const FLOAT16_MAX: f64 = 65504.0;

/// The greatest finite number of a type of floating point.
fn float_max(dtype: DataType) -> Option<f64> {
    match dtype.bits {
        64 if dtype.is_float() => Some(f64::MAX),
        32 if dtype.is_float() => Some(f32::MAX.into()),
        16 if dtype.is_float() => Some(FLOAT16_MAX),
        // As TVM has it: that of the type whose upper half a bfloat16 is.
        _ if dtype.is_bfloat16() => Some(f32::MAX.into()),
        _ => None,
    }
}

/// Whether the type is one of integers that constants can have.
fn is_integer(dtype: DataType) -> bool {
    (dtype.is_int() || dtype.is_uint()) && (1..=64).contains(&dtype.bits)
}

/// Scalar numbers have limits, as far as they are known.
fn check(dtype: DataType) -> Result<(), ConstructError> {
    let has_limits = dtype.is_scalar() && (is_integer(dtype) || float_max(dtype).is_some());
    Check("the limit of a type").dtype("dtype", dtype, has_limits, "the type of a scalar number")
}

/// The greatest finite number of that scalar type.
///
/// # Errors
/// If the type is not that of a scalar, or if its numbers are not known.
///
/// ```
/// use objet::DataType;
/// use objet_tir::op;
///
/// assert_eq!(op::as_const_int(&op::max_value(DataType::int(8), None)?), Some(127));
/// assert_eq!(op::as_const_int(&op::min_value(DataType::int(8), None)?), Some(-128));
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
pub fn max_value(dtype: DataType, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    check(dtype)?;
    match float_max(dtype) {
        Some(max) => make_const(dtype, max, span),
        None if dtype.is_int() => make_const(dtype, i64::MAX >> (64 - dtype.bits), span),
        None => make_const(dtype, u64::MAX >> (64 - dtype.bits), span),
    }
}

/// The least finite number of that scalar type.
///
/// # Errors
/// If the type is not that of a scalar, or if its numbers are not known.
pub fn min_value(dtype: DataType, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    check(dtype)?;
    match float_max(dtype) {
        Some(max) => make_const(dtype, -max, span),
        None if dtype.is_int() => make_const(dtype, i64::MIN >> (64 - dtype.bits), span),
        None => make_const(dtype, 0, span),
    }
}

/// What is greater than all numbers of that scalar type.
///
/// # Errors
/// If the type is not one of IEEE floating point, of a scalar.
pub fn infinity(dtype: DataType, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let has_infinity = dtype.is_scalar() && dtype.is_float() && matches!(dtype.bits, 16 | 32 | 64);
    Check("infinity").dtype("dtype", dtype, has_infinity, "a scalar type of floating point")?;
    make_const(dtype, f64::INFINITY, span)
}
