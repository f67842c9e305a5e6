//! Constants: conversion between numbers and expressions.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{FloatImm, FloatImmNode, IntImm, IntImmNode, PrimExpr};
use objet_ir::span::Span;

use super::reinterpret;
use crate::check::Check;
use crate::expr::{Broadcast, BroadcastNode, Call};
use crate::{builtin, integer};

/// A number from which constants are made.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Number {
    /// An integer, wide enough for all integers of 64 bits.
    Int(i128),
    /// A float.
    Float(f64),
}

macro_rules! numbers {
    ($($variant:ident: $($number:ty),*;)*) => {
        $($(
            impl From<$number> for Number {
                fn from(number: $number) -> Self {
                    Self::$variant(number.into())
                }
            }
        )*)*
    };
}

numbers! {
    Int: i8, i16, i32, i64, u8, u16, u32, u64, bool;
    Float: f32, f64;
}

impl Number {
    /// Returns the number of a constant.
    pub(super) fn of(expr: &PrimExpr) -> Option<Self> {
        match_node!(match expr {
            int @ IntImmNode => Some(int.value.into()),
            float @ FloatImmNode => Some(float.value.into()),
            _ => None,
        })
    }

    pub(super) fn is(self, number: i8) -> bool {
        match self {
            Self::Int(int) => int == i128::from(number),
            Self::Float(float) => float == f64::from(number),
        }
    }

    /// Converts the number to an integer, truncating a float. Returns `None` if the integer does
    /// not fit `dtype`.
    fn fitting(self, dtype: DataType) -> Option<i128> {
        let int = match self {
            Self::Int(int) => int,
            Self::Float(float) if float.is_finite() => float as i128,
            Self::Float(_) => return None,
        };
        (wrapped(dtype, int)? == int).then_some(int)
    }

    /// Casts the number to a constant of a scalar type: integers wrap around, floats are truncated
    /// to integers, and a nonzero number is true. Returns `None` if no constant has that value.
    pub(super) fn cast(self, dtype: DataType) -> Option<PrimExpr> {
        let int = match self {
            _ if dtype.is_bool() => i128::from(!self.is(0)),
            Self::Int(int) => int,
            Self::Float(_) if is_integer(dtype) => self.fitting(dtype)?,
            Self::Float(_) => 0,
        };
        match self {
            _ if is_integer(dtype) => int_constant(dtype, int),
            Self::Int(int) => float_constant(dtype, int as f64),
            Self::Float(float) => float_constant(dtype, float),
        }
    }
}

fn is_integer(dtype: DataType) -> bool {
    dtype.is_int() || dtype.is_uint()
}

/// Whether constants of the type are floats. User-registered types count as floats.
pub(super) fn is_float_like(dtype: DataType) -> bool {
    dtype.is_float() || dtype.is_bfloat16() || dtype.code.0 >= objet::tensor::DataTypeCode::CUSTOM_BEGIN.0
}

/// Wraps an integer to the bits of `dtype`. Returns `None` if `dtype` is not an integer type of at
/// most 64 bits.
fn wrapped(dtype: DataType, int: i128) -> Option<i128> {
    (is_integer(dtype) && (1..=64).contains(&dtype.bits)).then(|| integer::wrapped(dtype, int))
}

/// Creates an integer constant of a scalar type, wrapped to the bits of the type. Returns `None` if
/// no `IntImm` has that value.
pub(super) fn int_constant(dtype: DataType, int: i128) -> Option<PrimExpr> {
    let value = i64::try_from(wrapped(dtype, int)?).ok()?;
    Some(IntImm::new(dtype, value, None).ok()?.upcast())
}

/// Creates a float constant of a scalar type. A float of 32 bits is rounded.
pub(super) fn float_constant(dtype: DataType, float: f64) -> Option<PrimExpr> {
    let float = if is_float_like(dtype) { rounded(dtype, float) } else { return None };
    Some(FloatImm::new(dtype, float, None).ok()?.upcast())
}

/// Rounds a number to the precision of a 32-bit float, if `dtype` is that type.
pub(super) fn rounded(dtype: DataType, float: f64) -> f64 {
    if dtype.is_float() && dtype.bits == 32 { f64::from(float as f32) } else { float }
}

/// Creates a constant of a type. A vector repeats the constant in each lane. Floats are not rounded
/// to the bits of the type.
///
/// # Errors
/// Returns an error if the type is not a type of numbers, or if the number does not fit the type.
///
/// ```
/// use objet::DataType;
/// use objet_tir::op::make_const;
///
/// assert_eq!(make_const(DataType::int(8), 100, None)?.type_key(), "IntImm");
/// let halves = make_const(DataType::float(16).with_lanes(4), 0.5, None)?;
/// assert_eq!(halves.type_key(), "tir.Broadcast");
/// let large = make_const(DataType::uint(64), u64::MAX, None)?; // `large_uint_imm`
/// assert_eq!(large.type_key(), "tir.Call");
/// assert_eq!(
///     make_const(DataType::int(8), 200, None).unwrap_err().to_string(),
///     "IntImm: expected value to be in the range of its type, found 200 for int8"
/// );
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
pub fn make_const(
    dtype: DataType,
    value: impl Into<Number>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let value = value.into();
    if !dtype.is_scalar() {
        let element = make_const(dtype.element(), value, span.clone())?;
        return Ok(Broadcast::new(element, dtype.lanes.into(), span)?.upcast());
    }
    if is_float_like(dtype) {
        let float = match value {
            Number::Int(int) => int as f64,
            Number::Float(float) => float,
        };
        return Ok(FloatImm::new(dtype, float, span)?.upcast());
    }
    let check = Check(IntImmNode::TYPE_KEY);
    check.dtype("dtype", dtype, is_integer(dtype), "the type of a number")?;
    let Some(int) = value.fitting(dtype) else {
        let found = match value {
            Number::Int(int) => int.to_string(),
            Number::Float(float) => float.to_string(),
        };
        return Err(check.operand_error("value", "in the range of its type", format!("{found} for {dtype}")));
    };
    match i64::try_from(int) {
        Ok(value) => Ok(IntImm::new(dtype, value, span)?.upcast()),
        Err(_) => {
            let half = |bits: i128| Ok(IntImm::new(DataType::uint(32), bits as i64, None)?.upcast());
            let halves = [half(int & 0xffff_ffff)?, half(int >> 32)?];
            Ok(Call::of(dtype, builtin::large_uint_imm(), halves, span).upcast())
        }
    }
}

/// Creates the zero of a type. The zero of a handle is the null pointer.
///
/// # Errors
/// Returns an error if the type is neither a type of numbers nor a handle.
pub fn make_zero(dtype: DataType, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    match dtype.is_handle() {
        true => reinterpret(dtype, make_const(DataType::uint(64), 0, span.clone())?, span),
        false => make_const(dtype, 0, span),
    }
}

/// Creates the boolean `true` in each of `lanes` lanes.
///
/// # Errors
/// Returns an error if `lanes` is 0.
pub fn const_true(lanes: u16, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    make_const(DataType::BOOL.with_lanes(lanes), true, span)
}

/// Whether an expression is the integer `value`, or a broadcast of it.
pub fn is_const_int(expr: &PrimExpr, value: i64) -> bool {
    let mut expr = expr;
    while let Some(broadcast) = expr.as_node::<BroadcastNode>() {
        expr = &broadcast.value;
    }
    as_const_int(expr) == Some(value)
}

/// Returns the value of an integer constant.
pub fn as_const_int(expr: &PrimExpr) -> Option<i64> {
    expr.as_node::<IntImmNode>().map(|int| int.value)
}
