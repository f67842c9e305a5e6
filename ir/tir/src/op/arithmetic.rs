//! Sums, products, quotients and what is like them.

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

/// An operator, and how it is folded.
struct Operator {
    node: &'static str,
    make: fn(PrimExpr, PrimExpr, Option<Span>) -> Result<PrimExpr, ConstructError>,
    ints: fn(i128, i128) -> i128,
    /// `None` if numbers of floating point are not folded.
    floats: Option<fn(f64, f64, DataType) -> f64>,
    /// Whether nothing is folded but signed integers of 32 and 64 bits.
    index_only: bool,
    /// What comes of it if the left operand is 0 or 1, and if the right one is.
    left_zero: Outcome,
    left_one: Outcome,
    right_zero: Outcome,
    right_one: Outcome,
    /// And if both operands are the same object.
    same: Outcome,
}

/// What comes of an operator if one of its operands is a certain number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// That depends.
    Open,
    Left,
    Right,
    Zero,
    Refused,
}

/// An operator on integers for which no number is special.
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
    right_zero: Outcome::Refused,
    right_one: Outcome::Left,
    ..plain(DivNode::TYPE_KEY, |a, b, span| Ok(Div::new(a, b, span)?.upcast()), |a, b| a / b)
};

const MOD: Operator = Operator {
    index_only: true,
    left_zero: Outcome::Left,
    right_zero: Outcome::Refused,
    right_one: Outcome::Zero,
    ..plain(ModNode::TYPE_KEY, |a, b, span| Ok(Mod::new(a, b, span)?.upcast()), |a, b| a % b)
};

const FLOOR_DIV: Operator = Operator {
    floats: Some(|a, b, dtype| rounded(dtype, a / b).floor()),
    left_zero: Outcome::Left,
    right_zero: Outcome::Refused,
    right_one: Outcome::Left,
    ..plain(FloorDivNode::TYPE_KEY, |a, b, span| Ok(FloorDiv::new(a, b, span)?.upcast()), floor_quotient)
};

const FLOOR_MOD: Operator = Operator {
    index_only: true,
    left_zero: Outcome::Left,
    right_zero: Outcome::Refused,
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

    /// What comes of the operator on operands of one type, if that is known.
    fn fold(&self, a: &PrimExpr, b: &PrimExpr) -> Result<Option<PrimExpr>, ConstructError> {
        let (left, right) = (Number::of(a), Number::of(b));
        let dtype = a.dtype;
        if self.index_only && !is_index(dtype) {
            return Ok(None);
        }
        let is = |operand: Option<Number>, number| operand.is_some_and(|operand| operand.is(number));
        if self.right_zero == Outcome::Refused && is(right, 0) {
            let expected = "other than 0";
            Check(self.node).number("b", 0, false, expected)?;
        }
        let folded = match (left, right, self.floats) {
            (Some(Number::Int(left)), Some(Number::Int(right)), _) => {
                int_constant(dtype, (self.ints)(left, right))
            }
            (Some(Number::Float(left)), Some(Number::Float(right)), Some(floats))
                if dtype.is_float() && matches!(dtype.bits, 32 | 64) =>
            {
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
            Outcome::Open | Outcome::Refused => None,
        })
    }
}

/// Whether indices are of the type.
pub(super) fn is_index(dtype: DataType) -> bool {
    dtype.is_int() && dtype.is_scalar() && matches!(dtype.bits, 32 | 64)
}

/// The two operands, which are to be integers.
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
            /// Those of the operands; if their types cannot be brought to one that the operator takes.
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
    /// `a / b`, of integers rounded towards zero; a constant `b` of 0 is refused.
    div = DIV;
    /// `a / b` of integers, rounded towards zero; a constant `b` of 0 is refused.
    truncdiv = DIV on integers;
    /// What is left of the integer `a` after [`truncdiv`]; a constant `b` of 0 is refused.
    truncmod = MOD on integers;
    /// `a / b` of integers, rounded down; a constant `b` of 0 is refused.
    floordiv = FLOOR_DIV on integers;
    /// What is left of the integer `a` after [`floordiv`]; a constant `b` of 0 is refused.
    floormod = FLOOR_MOD on integers;
    /// The lesser of two.
    min = MIN;
    /// The greater of two.
    max = MAX;
}

/// `a / b` of integers, rounded up, for a `b` above 0: `floordiv(a + b - 1, b)`. Of constants the sum does not wrap around at the bits of their type;
/// of others it does so at the end of it.
///
/// # Errors
/// Those of the operands; if they are no integers, or if `b` is a constant 0.
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
/// Those of `a`; if it is no number.
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

/// `a` without its sign.
///
/// # Errors
/// Those of `a`; if it is no number.
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

/// `x` to the power of `y`, of floating point.
///
/// # Errors
/// Those of the operands; if their common type is not one of floating point.
pub fn pow(
    x: impl Into<Checked>,
    y: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let (x, y) = matched("tir.pow", x, y)?;
    Check("tir.pow").dtype("a", x.dtype, x.dtype.is_float(), "of floating point")?;
    Ok(Call::of(x.dtype, builtin::pow(), [x, y], span).upcast())
}
