//! Operators on intervals.

use objet::prelude::*;
use objet_ir::expr::{Bool, PrimExpr};

use super::Analyzer;
use super::int_set::{IntervalSet, interval, max, min};
use super::term::{Operator, apply};
use crate::op;

/// Returns an interval that has all results of an operator on two intervals.
pub(super) fn combine(
    analyzer: &mut Analyzer,
    operator: Operator,
    a: &IntervalSet,
    b: &IntervalSet,
    dtype: DataType,
) -> IntervalSet {
    if a.is_single_point()
        && b.is_single_point()
        && let Some(value) = apply(operator, a.min_value.clone(), b.min_value.clone())
    {
        return IntervalSet::single_point(value);
    }
    if a.is_nothing() {
        return a.clone();
    }
    if b.is_nothing() {
        return b.clone();
    }
    let pair = |operator, a: Option<&PrimExpr>, b: Option<&PrimExpr>| apply(operator, a?.clone(), b?.clone());
    match operator {
        Operator::Add => interval(pair(operator, a.lower(), b.lower()), pair(operator, a.upper(), b.upper())),
        Operator::Sub => interval(pair(operator, a.lower(), b.upper()), pair(operator, a.upper(), b.lower())),
        Operator::Min => interval(min(&a.min_value, &b.min_value), min(&a.max_value, &b.max_value)),
        Operator::Max => interval(max(&a.min_value, &b.min_value), max(&a.max_value, &b.max_value)),
        Operator::Mul if a.is_single_point() => scaled(analyzer, operator, b, &a.min_value),
        Operator::Mul | Operator::Div | Operator::FloorDiv if b.is_single_point() => {
            scaled(analyzer, operator, a, &b.min_value)
        }
        Operator::Mod | Operator::FloorMod if b.is_single_point() => {
            remainder(analyzer, operator, a, &b.min_value)
        }
        _ if dtype.is_bool() => IntervalSet::new(Bool::from(false), Bool::from(true)),
        _ => IntervalSet::everything(),
    }
}

/// Multiplies or divides an interval by an expression.
fn scaled(analyzer: &mut Analyzer, operator: Operator, a: &IntervalSet, by: &PrimExpr) -> IntervalSet {
    if op::is_const_int(by, 1) {
        return a.clone();
    }
    if op::is_const_int(by, 0) {
        return match operator {
            Operator::Mul => IntervalSet::single_point(by),
            _ => IntervalSet::everything(),
        };
    }
    let scale = |bound: Option<&PrimExpr>| apply(operator, bound?.clone(), by.clone());
    let (lower, upper) = (scale(a.lower()), scale(a.upper()));
    if analyzer.can_prove_greater_equal(by, 0) {
        return interval(lower, upper);
    }
    if op::neg(by, None).is_ok_and(|negated| analyzer.can_prove_greater_equal(&negated, 1)) {
        return interval(upper, lower);
    }
    let (Some(lower), Some(upper)) = (lower, upper) else { return IntervalSet::everything() };
    let sign = op::make_zero(by.dtype, None).and_then(|zero| op::greater_equal(by, zero, None));
    let select = |a: &PrimExpr, b: &PrimExpr| op::select(sign.clone(), a, b, None).ok();
    interval(select(&lower, &upper), select(&upper, &lower))
}

/// Returns an interval of remainders. As in TVM, the dividend of a remainder that is rounded
/// towards zero counts as not negative.
fn remainder(analyzer: &mut Analyzer, operator: Operator, a: &IntervalSet, by: &PrimExpr) -> IntervalSet {
    let one_less = |value: PrimExpr| op::sub(value, 1, None).ok();
    if op::is_const_int(by, 0) {
        return IntervalSet::everything();
    }
    if !analyzer.can_prove_greater_equal(by, 0) {
        let bound = op::abs(by, None).ok().and_then(one_less);
        let negated = bound.as_ref().and_then(|bound| op::neg(bound, None).ok());
        return interval(negated, bound);
    }
    if operator == Operator::FloorMod
        && op::as_const_int(by).is_some()
        && let Some(shifted) = in_one_period(analyzer, a, by)
    {
        return shifted;
    }
    interval(op::make_zero(by.dtype, None).ok(), one_less(by.clone()))
}

/// Returns the remainders of an interval whose elements have one quotient.
fn in_one_period(analyzer: &mut Analyzer, a: &IntervalSet, by: &PrimExpr) -> Option<IntervalSet> {
    let (lower, upper) = (a.lower()?, a.upper()?);
    let first = op::floordiv(lower, by, None).ok()?;
    let last = op::floordiv(upper, by, None).ok()?;
    let is_one = op::equal(&last, &first, None).ok()?;
    if !analyzer.can_prove(&is_one) {
        return None;
    }
    let offset = op::mul(by, first, None).ok()?;
    Some(IntervalSet::new(op::sub(lower, &offset, None).ok()?, op::sub(upper, &offset, None).ok()?))
}
