//! Constants: what number an expression is, and the expression of a number.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{FloatImm, FloatImmNode, IntImm, IntImmNode, PrimExpr};
use objet_ir::span::Span;

use super::reinterpret;
use crate::check::Check;
use crate::expr::{Broadcast, BroadcastNode, Call};
use crate::{builtin, integer};

/// A number, as constants are made of.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Number {
    /// An integer, wide enough for all of 64 bits and for what becomes of two of them.
    Int(i128),
    /// A number of floating point.
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
    /// The number that an expression is.
    pub(super) fn of(expr: &PrimExpr) -> Option<Self> {
        match_node!(expr, {
            int: IntImmNode => Some(int.value.into()),
            float: FloatImmNode => Some(float.value.into()),
            _ => None,
        })
    }

    pub(super) fn is(self, number: i8) -> bool {
        match self {
            Self::Int(int) => int == i128::from(number),
            Self::Float(float) => float == f64::from(number),
        }
    }

    /// The number as an integer of that type, without what lies behind the point; `None` if it does not fit.
    fn fitting(self, dtype: DataType) -> Option<i128> {
        let int = match self {
            Self::Int(int) => int,
            Self::Float(float) if float.is_finite() => float as i128,
            Self::Float(_) => return None,
        };
        (wrapped(dtype, int)? == int).then_some(int)
    }

    /// The number cast to a scalar type, as a constant: integers wrap around, what lies behind the point is dropped, and what is not zero
    /// is true. `None` if no constant is that.
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

/// Whether constants of the type are numbers of floating point: user-registered types are taken to be such.
pub(super) fn is_float_like(dtype: DataType) -> bool {
    dtype.is_float() || dtype.is_bfloat16() || dtype.code.0 >= objet::DataTypeCode::CUSTOM_BEGIN.0
}

/// What an integer is in as many bits as the type has, if that is one of integers.
fn wrapped(dtype: DataType, int: i128) -> Option<i128> {
    (is_integer(dtype) && (1..=64).contains(&dtype.bits)).then(|| integer::wrapped(dtype, int))
}

/// The integer as a constant of a scalar type, wrapped around at its bits. `None` if no `IntImm` is that.
pub(super) fn int_constant(dtype: DataType, int: i128) -> Option<PrimExpr> {
    let value = i64::try_from(wrapped(dtype, int)?).ok()?;
    Some(IntImm::new(dtype, value, None).ok()?.upcast())
}

/// The number as a constant of a scalar type of floating point, rounded if that has 32 bits.
pub(super) fn float_constant(dtype: DataType, float: f64) -> Option<PrimExpr> {
    let float = if is_float_like(dtype) { rounded(dtype, float) } else { return None };
    Some(FloatImm::new(dtype, float, None).ok()?.upcast())
}

/// The number as arithmetic of the type has it.
pub(super) fn rounded(dtype: DataType, float: f64) -> f64 {
    if dtype.is_float() && dtype.bits == 32 { f64::from(float as f32) } else { float }
}

/// The number as an expression of that type, once for each lane. Numbers of floating point keep all their digits, whatever the bits of the type.
///
/// # Errors
/// If the type is not that of a number, or if the number does not fit it.
///
/// ```
/// use objet::DataType;
/// use objet_tir::op::make_const;
///
/// assert_eq!(make_const(DataType::int(8), 100, None)?.type_key(), "IntImm");
/// assert_eq!(make_const(DataType::float(16).with_lanes(4), 0.5, None)?.type_key(), "tir.Broadcast");
/// assert_eq!(make_const(DataType::uint(64), u64::MAX, None)?.type_key(), "tir.Call"); // `large_uint_imm`
/// assert_eq!(
///     make_const(DataType::int(8), 200, None).unwrap_err().to_string(),
///     "IntImm: expected value to be a number of the given type, found 200 for int8"
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
        return Err(check.refuse("value", "a number of the given type", format!("{found} for {dtype}")));
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

/// Zero of that type; of pointers, the one to nothing.
///
/// # Errors
/// If the type is neither a number's nor a pointer's.
pub fn make_zero(dtype: DataType, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    match dtype.is_handle() {
        true => reinterpret(dtype, make_const(DataType::uint(64), 0, span.clone())?, span),
        false => make_const(dtype, 0, span),
    }
}

/// The truth value `true`, as often as there are lanes.
///
/// # Errors
/// If there are no lanes.
pub fn const_true(lanes: u16, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    make_const(DataType::BOOL.with_lanes(lanes), true, span)
}

/// Whether an expression is that integer, or a vector of it.
pub fn is_const_int(expr: &PrimExpr, value: i64) -> bool {
    let mut expr = expr;
    while let Some(broadcast) = expr.as_node::<BroadcastNode>() {
        expr = &broadcast.value;
    }
    as_const_int(expr) == Some(value)
}

/// The integer that an expression is, if it is one.
pub fn as_const_int(expr: &PrimExpr) -> Option<i64> {
    expr.as_node::<IntImmNode>().map(|int| int.value)
}
