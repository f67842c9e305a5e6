//! Canonical simplification of sums, products, quotients and remainders of indices.

use std::sync::Arc;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::Analyzer;
use super::operands::with_operands;
use super::rewrite::{MAX_KEPT, Mode};
use super::rewrite_node::Relation;
use super::simplified::{Rounding, Simplified, Split};
use super::sum::Sum;
use super::term::{Operator, apply};
use crate::functor::Class;
use crate::integer::{floor_quotient, floor_remainder};
use crate::op;

/// Whether the canonical form covers an expression.
pub(super) fn handles(expr: &PrimExpr, class: Class) -> bool {
    use Class::{Add, Cast, Div, FloorDiv, FloorMod, Mod, Mul, Sub};
    op::is_index(expr.dtype) && matches!(class, Add | Sub | Mul | Div | Mod | FloorDiv | FloorMod | Cast)
}

impl Analyzer {
    /// Simplifies an expression with canonical operands.
    pub(super) fn canonical_node(
        &mut self,
        expr: &PrimExpr,
        class: Class,
        operands: Vec<Simplified>,
    ) -> Simplified {
        let mut operands = operands.into_iter();
        let Some(a) = operands.next() else { return Simplified::Expr(expr.clone()) };
        let (Some(b), Some(operator)) = (operands.next(), Operator::of(class)) else {
            return self.canonical_cast(expr, a);
        };
        if let (Some(left), Some(right)) = (constant(&a), constant(&b))
            && let Some(folded) = apply(operator, left.clone(), right.clone())
        {
            return Simplified::Expr(folded);
        }
        if matches!(operator, Operator::Mod | Operator::FloorMod) && is(&b, 1) {
            return number(expr.dtype, 0).unwrap_or(a);
        }
        if let Some(operand) = neutral(operator, &a, &b) {
            return operand.clone();
        }
        let computed = match operator {
            Operator::Add => return added(expr, class, a, b, 1),
            Operator::Sub => return added(expr, class, a, b, -1),
            Operator::Mul => canonical_product(a.clone(), b.clone()),
            Operator::Div => self.canonical_quotient(&a, &b, Rounding::TowardsZero),
            Operator::FloorDiv => self.canonical_quotient(&a, &b, Rounding::Down),
            Operator::Mod => self.canonical_remainder(&a, &b, Rounding::TowardsZero),
            Operator::FloorMod => self.canonical_remainder(&a, &b, Rounding::Down),
            _ => None,
        };
        computed.unwrap_or_else(|| {
            Simplified::Expr(with_operands(class, expr, vec![a.into_expr(), b.into_expr()]))
        })
    }

    fn canonical_quotient(
        &mut self,
        a: &Simplified,
        b: &Simplified,
        rounding: Rounding,
    ) -> Option<Simplified> {
        let divisor = constant(b).and_then(op::as_const_int).filter(|divisor| *divisor > 0)?;
        let Simplified::Sum(sum) = a else {
            let whole = self.expr_of(a.clone());
            let bound = self.bound_of(&whole);
            if bound.min >= 0 && bound.max < divisor {
                return number(dtype(a), 0);
            }
            return self.split_quotient(a.clone(), divisor, rounding).map(Simplified::Split);
        };
        let (mut quotient, rest) = sum.divided(divisor)?;
        if rest.is_zero() {
            return Some(Simplified::Sum(Arc::new(quotient)));
        }
        let rest = self.expr_of(Simplified::Sum(Arc::new(rest)));
        if rounding == Rounding::TowardsZero {
            let mut multiples = quotient.clone();
            multiples.scale(divisor)?;
            let has_sign = self.is_at_least(&multiples.into_expr(), 0) && self.is_at_least(&rest, 0);
            if !has_sign {
                return self.split_quotient(a.clone(), divisor, rounding).map(Simplified::Split);
            }
        }
        match op::as_const_int(&rest) {
            Some(rest) => {
                let rest = match rounding {
                    Rounding::TowardsZero => rest / divisor,
                    Rounding::Down => floor_quotient(rest.into(), divisor.into()) as i64,
                };
                quotient.add_number(rest)?;
            }
            None => {
                let is_less = self.bounded_relation(&rest, divisor) == Relation::Less;
                if !is_less || !self.is_at_least(&rest, 0) {
                    quotient.add(self.split_quotient(Simplified::Expr(rest), divisor, rounding)?, 1)?;
                }
            }
        }
        Some(Simplified::Sum(Arc::new(quotient)))
    }

    fn canonical_remainder(
        &mut self,
        a: &Simplified,
        b: &Simplified,
        rounding: Rounding,
    ) -> Option<Simplified> {
        let divisor = constant(b).and_then(op::as_const_int).filter(|divisor| *divisor > 0)?;
        let dtype = dtype(a);
        let Simplified::Sum(sum) = a else {
            let whole = self.expr_of(a.clone());
            let bound = self.bound_of(&whole);
            if bound.min >= 0 && bound.max < divisor {
                return Some(a.clone());
            }
            return self.split_remainder(a.clone(), divisor, rounding).map(Simplified::Split);
        };
        let (quotient, rest) = sum.divided(divisor)?;
        if rest.is_zero() {
            return number(dtype, 0);
        }
        let mut sum = sum.clone();
        let rest_expr = self.expr_of(Simplified::Sum(Arc::new(rest.clone())));
        let has_sign = rounding == Rounding::Down || {
            let mut multiples = quotient;
            multiples.scale(divisor)?;
            self.is_at_least(&multiples.into_expr(), 0) && self.is_at_least(&rest_expr, 0)
        };
        if has_sign {
            match op::as_const_int(&rest_expr) {
                Some(rest) => return number(dtype, rest.rem_euclid(divisor)),
                None => {
                    let is_less = self.bounded_relation(&rest_expr, divisor) == Relation::Less;
                    if is_less && self.is_at_least(&rest_expr, 0) {
                        return Some(Simplified::Expr(rest_expr));
                    }
                    sum = Arc::new(rest);
                }
            }
        }
        // The constant term is reduced, if the sign of the sum does not change.
        let base = match rounding {
            Rounding::TowardsZero => sum.base % divisor,
            Rounding::Down => floor_remainder(sum.base.into(), divisor.into()) as i64,
        };
        let may_reduce = rounding == Rounding::Down
            || base != sum.base && {
                let whole = self.expr_of(Simplified::Sum(sum.clone()));
                let bound = self.bound_of(&whole);
                bound.min >= 0 && i128::from(bound.min) - i128::from(sum.base) + i128::from(base) >= 0
            };
        if may_reduce {
            Arc::make_mut(&mut sum).base = base;
        }
        self.split_remainder(Simplified::Sum(sum), divisor, rounding).map(Simplified::Split)
    }

    /// Returns a value as an expression, and remembers that the value is its canonical form.
    pub(super) fn expr_of(&mut self, value: Simplified) -> PrimExpr {
        let is_small = match &value {
            Simplified::Expr(expr) => return expr.clone(),
            Simplified::Split(_) => true,
            Simplified::Sum(sum) => sum.len() <= MAX_KEPT,
        };
        if !is_small {
            return value.into_expr();
        }
        let expr = value.clone().into_expr();
        self.memo_mut().simplified[Mode::Canonical as usize].entry(expr.clone()).or_insert((value, 0));
        expr
    }

    /// Returns a value as a split.
    fn split_of(&mut self, value: Simplified) -> Split {
        match value {
            Simplified::Split(split) => split,
            Simplified::Sum(sum) => match sum.as_split() {
                Some(split) => split.clone(),
                None => Split::new(self.expr_of(Simplified::Sum(sum))),
            },
            Simplified::Expr(expr) => Split::new(expr),
        }
    }

    /// Returns a value as a split with a rounding.
    fn split_with_rounding(&mut self, value: Simplified, rounding: Rounding) -> Split {
        let mut split = self.split_of(value);
        if !split.allows(rounding) {
            split = Split::new(self.expr_of(Simplified::Split(split)));
        }
        split.rounding = rounding;
        split
    }

    /// Divides a split by a positive constant.
    fn split_quotient(&mut self, value: Simplified, divisor: i64, rounding: Rounding) -> Option<Split> {
        let mut split = self.split_with_rounding(value, rounding);
        if split.scale % divisor == 0 {
            split.scale /= divisor;
            return Some(split);
        }
        if may_divide(&split) && divisor % split.scale == 0 {
            let lower = split.lower_factor.checked_mul(divisor / split.scale)?;
            match split.upper_factor {
                Some(upper) if upper % lower != 0 && is_within(upper, lower, rounding) => {
                    return Some(Split::new(op::make_const(split.dtype(), 0, None).ok()?));
                }
                Some(upper) if upper % lower != 0 => {
                    // The remainder becomes part of the index.
                    let modulus = op::make_const(split.dtype(), upper, None).ok()?;
                    split.index = apply(rounding.remainder(), split.index, modulus)?;
                    split.upper_factor = None;
                }
                _ => {}
            }
            split.scale = 1;
            split.lower_factor = lower;
            return Some(split);
        }
        let mut split = Split::new(self.expr_of(Simplified::Split(split)));
        split.lower_factor = divisor;
        split.rounding = rounding;
        Some(split)
    }

    /// Takes the remainder of a split by a positive constant.
    fn split_remainder(&mut self, value: Simplified, divisor: i64, rounding: Rounding) -> Option<Split> {
        let mut split = self.split_with_rounding(value, rounding);
        if split.scale % divisor == 0 {
            split.scale = 0;
            return Some(split);
        }
        if may_divide(&split) && divisor % split.scale == 0 {
            let upper = split.lower_factor.checked_mul(divisor / split.scale)?;
            match split.upper_factor {
                None => {
                    split.upper_factor = Some(upper);
                    return Some(split);
                }
                Some(known) if known == upper => return Some(split),
                Some(known) if known % upper == 0 => {
                    // The smaller modulus may simplify the index.
                    let modulus = op::make_const(split.dtype(), upper, None).ok()?;
                    let index = apply(rounding.remainder(), split.index.clone(), modulus)?;
                    let index = self.visit(&index, Mode::Canonical);
                    let index = self.split_of(index);
                    let mut updated = match split.lower_factor {
                        1 => index,
                        lower => self.split_quotient(Simplified::Split(index), lower, rounding)?,
                    };
                    updated.scale = updated.scale.checked_mul(split.scale)?;
                    return Some(updated);
                }
                Some(known) if upper % known == 0 && is_within(known, upper, rounding) => return Some(split),
                Some(_) => {}
            }
        }
        let mut split = Split::new(self.expr_of(Simplified::Split(split)));
        split.upper_factor = Some(divisor);
        split.rounding = rounding;
        Some(split)
    }
}

/// Whether a quotient or remainder of a split can change the factors instead of the index. With a
/// negative scale, the rounding of an inner quotient would be wrong.
fn may_divide(split: &Split) -> bool {
    split.scale > 0 || split.scale < 0 && split.lower_factor == 1
}

/// Whether the quotient of every remainder modulo `modulus` by `divisor` is 0. A remainder that is
/// rounded down has the sign of its modulus.
fn is_within(modulus: i64, divisor: i64, rounding: Rounding) -> bool {
    let has_sign = rounding == Rounding::TowardsZero || (modulus < 0) == (divisor < 0);
    has_sign && modulus.unsigned_abs() <= divisor.unsigned_abs()
}

fn dtype(value: &Simplified) -> DataType {
    match value {
        Simplified::Expr(expr) => expr.dtype,
        Simplified::Split(split) => split.dtype(),
        Simplified::Sum(sum) => sum.dtype(),
    }
}

fn number(dtype: DataType, number: i64) -> Option<Simplified> {
    op::make_const(dtype, number, None).ok().map(Simplified::Expr)
}

/// Returns the expression of a constant.
fn constant(value: &Simplified) -> Option<&PrimExpr> {
    match value {
        Simplified::Expr(expr) if op::as_const_int(expr).is_some() => Some(expr),
        _ => None,
    }
}

/// Whether a value is the constant `number`.
fn is(value: &Simplified, number: i64) -> bool {
    constant(value).and_then(op::as_const_int) == Some(number)
}

/// Returns the operand that an operator leaves unchanged, because the other one is 0 or 1.
fn neutral<'v>(operator: Operator, a: &'v Simplified, b: &'v Simplified) -> Option<&'v Simplified> {
    use Operator::{Add, Div, FloorDiv, FloorMod, Mod, Mul, Sub};
    match operator {
        Add if is(a, 0) => Some(b),
        Mul if is(a, 1) => Some(b),
        Mul if is(b, 0) => Some(b),
        Add | Sub if is(b, 0) => Some(a),
        Mul | Div | FloorDiv if is(b, 1) => Some(a),
        Mul | Div | FloorDiv | Mod | FloorMod if is(a, 0) && !is(b, 0) => Some(a),
        _ => None,
    }
}

/// Adds two values, of which the second has a factor of 1 or -1.
fn added(expr: &PrimExpr, class: Class, a: Simplified, b: Simplified, factor: i64) -> Simplified {
    // A sum that is not shared grows in place.
    let mut sum = match a {
        Simplified::Sum(sum) => sum,
        other => Arc::new(Sum::of(other, expr.dtype)),
    };
    match Arc::make_mut(&mut sum).add_value(b, factor) {
        Ok(()) => Simplified::Sum(sum),
        Err(b) => {
            let operands = vec![Simplified::Sum(sum).into_expr(), b.into_expr()];
            Simplified::Expr(with_operands(class, expr, operands))
        }
    }
}

/// Multiplies a value by a constant.
fn canonical_product(a: Simplified, b: Simplified) -> Option<Simplified> {
    let (value, factor) = match (constant(&a), constant(&b)) {
        (_, Some(factor)) => (a, op::as_const_int(factor)?),
        (Some(factor), None) => {
            let factor = op::as_const_int(factor)?;
            (b, factor)
        }
        _ => return None,
    };
    match value {
        Simplified::Sum(mut sum) => {
            Arc::make_mut(&mut sum).scale(factor)?;
            Some(Simplified::Sum(sum))
        }
        other => {
            let mut split = Split::of(other);
            split.scale = split.scale.checked_mul(factor)?;
            Some(Simplified::Split(split))
        }
    }
}
