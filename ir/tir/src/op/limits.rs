//! The least and the greatest number of a data type.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::span::Span;

use super::make_const;
use crate::check::Check;

/// The greatest finite number of a 16-bit IEEE float.
const FLOAT16_MAX: f64 = 65504.0;

/// Returns the greatest finite number of a float type.
fn float_max(dtype: DataType) -> Option<f64> {
    match dtype.bits {
        64 if dtype.is_float() => Some(f64::MAX),
        32 if dtype.is_float() => Some(f32::MAX.into()),
        16 if dtype.is_float() => Some(FLOAT16_MAX),
        // As in TVM: the limit of `float32`, whose upper half is a bfloat16.
        _ if dtype.is_bfloat16() => Some(f32::MAX.into()),
        _ => None,
    }
}

/// Whether constants of the type are integers.
fn is_integer(dtype: DataType) -> bool {
    (dtype.is_int() || dtype.is_uint()) && (1..=64).contains(&dtype.bits)
}

/// Checks that a type is a scalar type of numbers with known limits.
fn check(dtype: DataType) -> Result<(), ConstructError> {
    let has_limits = dtype.is_scalar() && (is_integer(dtype) || float_max(dtype).is_some());
    Check("the limits of a type").dtype("dtype", dtype, has_limits, "a scalar type of numbers")
}

/// Creates the greatest finite number of a scalar type.
///
/// # Errors
/// Returns an error if the type is not a scalar, or if its limits are not known.
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

/// Creates the least finite number of a scalar type.
///
/// # Errors
/// Returns an error if the type is not a scalar, or if its limits are not known.
pub fn min_value(dtype: DataType, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    check(dtype)?;
    match float_max(dtype) {
        Some(max) => make_const(dtype, -max, span),
        None if dtype.is_int() => make_const(dtype, i64::MIN >> (64 - dtype.bits), span),
        None => make_const(dtype, 0, span),
    }
}

/// Creates the positive infinity of a scalar float type.
///
/// # Errors
/// Returns an error if the type is not a scalar IEEE float.
pub fn infinity(dtype: DataType, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let has_infinity = dtype.is_scalar() && dtype.is_float() && matches!(dtype.bits, 16 | 32 | 64);
    Check("infinity").dtype("dtype", dtype, has_infinity, "a scalar float type")?;
    make_const(dtype, f64::INFINITY, span)
}
