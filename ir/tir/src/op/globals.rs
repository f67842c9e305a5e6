//! Global functions through which front ends apply operators and create constants.

use objet::function::{BoxError, ErrorKind, RetValue, RuntimeError};
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, FloatImm, IntImm, PrimExpr};
use objet_ir::span::Span;

use super::constant::is_float_like;
use crate::builtin;
use crate::expr::{Broadcast, Call};

/// Creates a constant of a type. A vector repeats the constant in each lane. A float is truncated
/// for an integer type. The value must fit 64 bits, but may exceed the bits of the type.
#[register_global("node._const")]
fn constant(
    value: RetValue,
    dtype: DataType,
    #[default(None)] span: Option<Span>,
) -> Result<PrimExpr, BoxError> {
    if !dtype.is_scalar() {
        let element = constant(value, dtype.element(), span.clone())?;
        return Ok(Broadcast::new(element, dtype.lanes.into(), span)?.upcast());
    }
    let (int, float) = match value {
        RetValue::Int(number) => (Some(i128::from(number)), number as f64),
        RetValue::Float(number) => ((!number.is_nan()).then_some(number as i128), number),
        other => return Err(format!("only accept int or float, found {other:?}").into()),
    };
    if is_float_like(dtype) {
        return Ok(FloatImm::new(dtype, float, span)?.upcast());
    }
    if !dtype.is_int() && !dtype.is_uint() {
        return Err(format!("cannot make const for type {dtype}").into());
    }
    let most = if dtype.is_uint() { u64::MAX.into() } else { i64::MAX.into() };
    let Some(int) = int.filter(|int| (i64::MIN.into()..=most).contains(int)) else {
        let message = format!("number out of the 64-bit range of {dtype}: {float}");
        return Err(RuntimeError::new(ErrorKind::VALUE_ERROR, message).into());
    };
    match i64::try_from(int) {
        Ok(int) if int >= 0 || dtype.is_int() => Ok(IntImm::new(dtype, int, span)?.upcast()),
        _ => {
            let half = |bits: i128| (bits & 0xffff_ffff) as i64;
            Ok(large_uint_imm(dtype, half(int), half(int >> 32), span)?)
        }
    }
}

/// Creates an unsigned integer of 64 bits from its lower and its upper half.
#[register_global("node.LargeUIntImm", short)]
fn large_uint_imm(
    dtype: DataType,
    low: i64,
    high: i64,
    #[default(None)] span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let half = |half| Ok(IntImm::new(DataType::uint(32), half, None)?.upcast());
    let halves = [half(low)?, half(high)?];
    Ok(Call::of(dtype, builtin::large_uint_imm(), halves, span).upcast())
}

/// Creates the boolean `true` in each lane of a type.
#[register_global("tir.const_true", short)]
fn const_true(dtype: DataType, #[default(None)] span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    super::const_true(dtype.lanes, span)
}

/// Converts `value` to `dtype`.
#[register_global("tir._cast", short)]
fn cast(
    dtype: DataType,
    value: ExprArg,
    #[default(None)] span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    super::cast(dtype, value.0, span)
}

/// Selects `true_value` or `false_value`. Only the selected value is evaluated.
#[register_global("tir._OpIfThenElse", short)]
fn if_then_else(
    condition: ExprArg,
    true_value: ExprArg,
    false_value: ExprArg,
    #[default(None)] span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    super::if_then_else(condition.0, true_value.0, false_value.0, span)
}

/// Creates the least finite number of a type.
#[register_global("tir.min_value", short)]
fn min_value(dtype: DataType, #[default(None)] span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    super::min_value(dtype, span)
}

/// Creates the greatest finite number of a type.
#[register_global("tir.max_value", short)]
fn max_value(dtype: DataType, #[default(None)] span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    super::max_value(dtype, span)
}

macro_rules! operators {
    ($($name:literal $function:ident = $operator:ident($($operand:ident),+);)*) => {
        $(
            /// Applies the operator. Operands are converted to one type, and constants are folded.
            #[register_global($name, short)]
            fn $function(
                $($operand: ExprArg,)+
                #[default(None)] span: Option<Span>,
            ) -> Result<PrimExpr, ConstructError> {
                super::$operator($($operand.0,)+ span)
            }
        )*
    };
}

operators! {
    "tir._OpAdd" add = add(a, b);
    "tir._OpSub" sub = sub(a, b);
    "tir._OpMul" mul = mul(a, b);
    "tir._OpDiv" div = div(a, b);
    "tir._OpMod" modulo = truncmod(a, b);
    "tir._OpTruncDiv" truncdiv = truncdiv(a, b);
    "tir._OpTruncMod" truncmod = truncmod(a, b);
    "tir._OpIndexDiv" indexdiv = floordiv(a, b);
    "tir._OpIndexMod" indexmod = floormod(a, b);
    "tir._OpFloorDiv" floordiv = floordiv(a, b);
    "tir._OpFloorMod" floormod = floormod(a, b);
    "tir._OpMin" min = min(a, b);
    "tir._OpMax" max = max(a, b);
    "tir._OpPow" pow = pow(a, b);
    "tir._OpEQ" equal = equal(a, b);
    "tir._OpNE" not_equal = not_equal(a, b);
    "tir._OpLT" less = less(a, b);
    "tir._OpLE" less_equal = less_equal(a, b);
    "tir._OpGT" greater = greater(a, b);
    "tir._OpGE" greater_equal = greater_equal(a, b);
    "tir._OpAnd" logical_and = logical_and(a, b);
    "tir._OpOr" logical_or = logical_or(a, b);
    "tir.bitwise_not" bitwise_not = bitwise_neg(a);
    "tir.abs" abs = abs(a);
    "tir.floor" floor = floor(x);
    "tir.ceil" ceil = ceil(x);
    "tir.round" round = round(x);
    "tir.nearbyint" nearbyint = nearbyint(x);
    "tir.trunc" trunc = trunc(x);
    "tir.isnan" isnan = isnan(x);
    "tir.isinf" isinf = isinf(x);
    "tir.isfinite" isfinite = isfinite(x);
}

macro_rules! operators_on_bits {
    ($($name:literal $operator:ident;)*) => {
        $(
            /// Applies the operator. A plain number has the type of the other operand.
            #[register_global($name, short)]
            fn $operator(
                a: RetValue,
                b: RetValue,
                #[default(None)] span: Option<Span>,
            ) -> Result<PrimExpr, BoxError> {
                let (a, b) = operands_on_bits(a, b)?;
                Ok(super::$operator(a, b, span)?)
            }
        )*
    };
}

operators_on_bits! {
    "tir.bitwise_and" bitwise_and;
    "tir.bitwise_or" bitwise_or;
    "tir.bitwise_xor" bitwise_xor;
    "tir.left_shift" left_shift;
    "tir.right_shift" right_shift;
}

/// Converts two operands to expressions. A plain number has the type of the other operand.
fn operands_on_bits(a: RetValue, b: RetValue) -> Result<(PrimExpr, PrimExpr), BoxError> {
    let expr = |value: &RetValue| value.get::<ExprArg>().map(|expr| expr.0);
    Ok(match (&a, &b) {
        (RetValue::Int(_), _) => {
            let b = expr(&b)?;
            (constant(a, b.dtype, None)?, b)
        }
        (_, RetValue::Int(_)) => {
            let a = expr(&a)?;
            let b = constant(b, a.dtype, None)?;
            (a, b)
        }
        _ => (expr(&a)?, expr(&b)?),
    })
}
