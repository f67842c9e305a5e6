//! Arithmetic operators.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::span::Span;

use super::constant::{Number, float_constant, int_constant, rounded};
use super::types::matched;
use super::{Checked, greater_equal, make_const, make_zero, select};
use crate::builtin;
use crate::check::Check;
use crate::expr::{
    Add, AddNode, Call, Div, DivNode, FloorDiv, FloorDivNode, FloorMod, FloorModNode, Max, MaxNode, Min,
    MinNode, Mod, ModNode, Mul, MulNode, Sub, SubNode,
};
use crate::integer::{floor_quotient, floor_remainder};

/// An operator and its folding rules.
struct Operator {
    node: &'static str,
    make: fn(PrimExpr, PrimExpr, Option<Span>) -> Result<PrimExpr, ConstructError>,
    ints: fn(i128, i128) -> i128,
    /// The operation on floats, or `None` if floats are not folded.
    floats: Option<fn(f64, f64, DataType) -> f64>,
    /// Whether only signed integers of 32 and 64 bits are folded.
    index_only: bool,
    /// The results for a left operand of 0 and 1, and for a right operand of 0 and 1.
    left_zero: Outcome,
    left_one: Outcome,
    right_zero: Outcome,
    right_one: Outcome,
    /// The result if both operands are the same object.
    same: Outcome,
}

/// The result of an operator if one of its operands is a special number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The result also depends on the other operand.
    Open,
    Left,
    Right,
    Zero,
    Error,
}

/// Creates an operator on integers that has no special operands.
const fn plain(
    node: &'static str,
    make: fn(PrimExpr, PrimExpr, Option<Span>) -> Result<PrimExpr, ConstructError>,
    ints: fn(i128, i128) -> i128,
) -> Operator {
    use Outcome::Open;
    let (left_zero, left_one, right_zero, right_one, same) = (Open, Open, Open, Open, Open);
    Operator {
        node,
        make,
        ints,
        floats: None,
        index_only: false,
        left_zero,
        left_one,
        right_zero,
        right_one,
        same,
    }
}

const ADD: Operator = Operator {
    floats: Some(|a, b, dtype| rounded(dtype, a + b)),
    left_zero: Outcome::Right,
    right_zero: Outcome::Left,
    ..plain(AddNode::TYPE_KEY, |a, b, span| Ok(Add::new(a, b, span)?.upcast()), |a, b| a + b)
};

const SUB: Operator = Operator {
    floats: Some(|a, b, dtype| rounded(dtype, a - b)),
    right_zero: Outcome::Left,
    ..plain(SubNode::TYPE_KEY, |a, b, span| Ok(Sub::new(a, b, span)?.upcast()), |a, b| a - b)
};

const MUL: Operator = Operator {
    floats: Some(|a, b, dtype| rounded(dtype, a * b)),
    left_zero: Outcome::Left,
    left_one: Outcome::Right,
    right_zero: Outcome::Right,
    right_one: Outcome::Left,
    ..plain(MulNode::TYPE_KEY, |a, b, span| Ok(Mul::new(a, b, span)?.upcast()), |a, b| a * b)
};

const DIV: Operator = Operator {
    floats: Some(|a, b, dtype| rounded(dtype, a / b)),
    left_zero: Outcome::Left,
    right_zero: Outcome::Error,
    right_one: Outcome::Left,
    ..plain(DivNode::TYPE_KEY, |a, b, span| Ok(Div::new(a, b, span)?.upcast()), |a, b| a / b)
};

const MOD: Operator = Operator {
    index_only: true,
    left_zero: Outcome::Left,
    right_zero: Outcome::Error,
    right_one: Outcome::Zero,
    ..plain(ModNode::TYPE_KEY, |a, b, span| Ok(Mod::new(a, b, span)?.upcast()), |a, b| a % b)
};

const FLOOR_DIV: Operator = Operator {
    floats: Some(|a, b, dtype| rounded(dtype, a / b).floor()),
    left_zero: Outcome::Left,
    right_zero: Outcome::Error,
    right_one: Outcome::Left,
    ..plain(FloorDivNode::TYPE_KEY, |a, b, span| Ok(FloorDiv::new(a, b, span)?.upcast()), floor_quotient)
};

const FLOOR_MOD: Operator = Operator {
    index_only: true,
    left_zero: Outcome::Left,
    right_zero: Outcome::Error,
    right_one: Outcome::Zero,
    ..plain(FloorModNode::TYPE_KEY, |a, b, span| Ok(FloorMod::new(a, b, span)?.upcast()), floor_remainder)
};

const MIN: Operator = Operator {
    floats: Some(|a, b, _| if b < a { b } else { a }),
    same: Outcome::Left,
    ..plain(MinNode::TYPE_KEY, |a, b, span| Ok(Min::new(a, b, span)?.upcast()), |a, b| a.min(b))
};

const MAX: Operator = Operator {
    floats: Some(|a, b, _| if a < b { b } else { a }),
    same: Outcome::Left,
    ..plain(MaxNode::TYPE_KEY, |a, b, span| Ok(Max::new(a, b, span)?.upcast()), |a, b| a.max(b))
};

impl Operator {
    fn apply(
        &self,
        a: impl Into<Checked>,
        b: impl Into<Checked>,
        span: Option<Span>,
    ) -> Result<PrimExpr, ConstructError> {
        let (a, b) = matched(self.node, a, b)?;
        match self.fold(&a, &b)? {
            Some(folded) => Ok(folded),
            None => (self.make)(a, b, span),
        }
    }

    /// Folds the operator on operands of one type. Returns `None` if the result is not known.
    fn fold(&self, a: &PrimExpr, b: &PrimExpr) -> Result<Option<PrimExpr>, ConstructError> {
        let (left, right) = (Number::of(a), Number::of(b));
        let dtype = a.dtype;
        if self.index_only && !is_index(dtype) {
            return Ok(None);
        }
        let is = |operand: Option<Number>, number| operand.is_some_and(|operand| operand.is(number));
        if self.right_zero == Outcome::Error && is(right, 0) {
            let expected = "nonzero";
            Check(self.node).number("b", 0, false, expected)?;
        }
        let folded = match (left, right, self.floats) {
            (Some(Number::Int(left)), Some(Number::Int(right)), _) => {
                int_constant(dtype, (self.ints)(left, right))
            }
            (Some(Number::Float(left)), Some(Number::Float(right)), Some(floats)) => {
                float_constant(dtype, floats(rounded(dtype, left), rounded(dtype, right), dtype))
            }
            _ => None,
        };
        if folded.is_some() {
            return Ok(folded);
        }
        let special = [
            (is(left, 0), self.left_zero),
            (is(right, 0), self.right_zero),
            (is(left, 1), self.left_one),
            (is(right, 1), self.right_one),
            (a.same_as(b), self.same),
        ];
        let outcome = special.into_iter().find(|(applies, outcome)| *applies && *outcome != Outcome::Open);
        Ok(match outcome.map_or(Outcome::Open, |(_, outcome)| outcome) {
            Outcome::Left => Some(a.clone()),
            Outcome::Right => Some(b.clone()),
            Outcome::Zero => Some(make_zero(dtype, None)?),
            Outcome::Open | Outcome::Error => None,
        })
    }
}

/// Whether the type is a type of indices.
pub(crate) fn is_index(dtype: DataType) -> bool {
    dtype.is_int() && dtype.is_scalar() && matches!(dtype.bits, 32 | 64)
}

/// Checks that both operands are integers.
fn integers(
    node: &'static str,
    a: impl Into<Checked>,
    b: impl Into<Checked>,
) -> Result<(PrimExpr, PrimExpr), ConstructError> {
    let (a, b) = (a.into().expr()?, b.into().expr()?);
    Check(node).integer(("a", &a))?;
    Check(node).integer(("b", &b))?;
    Ok((a, b))
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident = $operator:ident $(on $integers:ident)?;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// Returns the errors of the operands, or an error if their types cannot be converted
            /// to one type that the operator accepts.
            pub fn $function(
                a: impl Into<Checked>,
                b: impl Into<Checked>,
                span: Option<Span>,
            ) -> Result<PrimExpr, ConstructError> {
                $(let (a, b) = $integers($operator.node, a, b)?;)?
                $operator.apply(a, b, span)
            }
        )*
    };
}

functions! {
    /// `a + b`
    add = ADD;
    /// `a - b`
    sub = SUB;
    /// `a * b`
    mul = MUL;
    /// `a / b`, rounded towards zero for integers. A constant `b` of 0 is an error.
    div = DIV;
    /// `a / b` of integers, rounded towards zero. A constant `b` of 0 is an error.
    truncdiv = DIV on integers;
    /// The remainder of [`truncdiv`]. A constant `b` of 0 is an error.
    truncmod = MOD on integers;
    /// `a / b` of integers, rounded down. A constant `b` of 0 is an error.
    floordiv = FLOOR_DIV on integers;
    /// The remainder of [`floordiv`]. A constant `b` of 0 is an error.
    floormod = FLOOR_MOD on integers;
    /// The minimum of `a` and `b`.
    min = MIN;
    /// The maximum of `a` and `b`.
    max = MAX;
}

/// `a / b` of integers, rounded up, for a positive `b`: `floordiv(a + b - 1, b)`. If both operands
/// are constants, the sum does not overflow. Otherwise the sum can wrap around at the bits of its
/// type.
///
/// # Errors
/// Returns the errors of the operands, or an error if they are not integers or `b` is a constant 0.
pub fn ceildiv(
    a: impl Into<Checked>,
    b: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let (a, b) = integers(FLOOR_DIV.node, a, b)?;
    let (a, b) = matched(FLOOR_DIV.node, a, b)?;
    if let (Some(Number::Int(left)), Some(Number::Int(right))) = (Number::of(&a), Number::of(&b))
        && right != 0
        && let Some(folded) = int_constant(a.dtype, floor_quotient(left + right - 1, right))
    {
        return Ok(folded);
    }
    floordiv(a + &b - 1, b, span)
}

/// `-a`
///
/// # Errors
/// Returns the error of `a`, or an error if `a` is not a number.
pub fn neg(a: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let a = a.into().expr()?;
    let folded = match Number::of(&a) {
        Some(Number::Int(int)) => int_constant(a.dtype, -int),
        Some(Number::Float(float)) => float_constant(a.dtype, -float),
        None => None,
    };
    match folded {
        Some(folded) => Ok(folded),
        None => sub(make_zero(a.dtype, span.clone())?, a, span),
    }
}

/// The absolute value of `a`.
///
/// # Errors
/// Returns the error of `a`, or an error if `a` is not a number.
pub fn abs(a: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let a = a.into().expr()?;
    let number = Number::of(&a);
    match () {
        () if a.dtype.is_uint() => Ok(a),
        () if a.dtype.is_float() => match number {
            Some(Number::Float(float)) => make_const(a.dtype, float.abs(), span),
            _ => Ok(Call::of(a.dtype, builtin::fabs(), [a], span).upcast()),
        },
        () => {
            Check("tir.fabs").dtype("a", a.dtype, a.dtype.is_int(), "a number")?;
            let is_positive = greater_equal(&a, make_zero(a.dtype, None), None);
            select(is_positive, &a, neg(&a, None), span)
        }
    }
}

/// `x` to the power of `y`, for floats.
///
/// # Errors
/// Returns the errors of the operands, or an error if their common type is not a float.
pub fn pow(
    x: impl Into<Checked>,
    y: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let (x, y) = matched("tir.pow", x, y)?;
    Check("tir.pow").dtype("a", x.dtype, x.dtype.is_float(), "a float")?;
    Ok(Call::of(x.dtype, builtin::pow(), [x, y], span).upcast())
}
