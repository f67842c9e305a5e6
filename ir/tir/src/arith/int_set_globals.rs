//! Global functions through which front ends use sets of integers.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::{ExprArg, PrimExpr};

use super::int_set::{IntSet, IntervalSet, union_lower_bound};
use super::{Analyzer, Domains};
use crate::expr::Var;

/// Returns the symbol for a missing upper bound.
#[register_global("arith.PosInf", short)]
fn pos_inf() -> PrimExpr {
    super::pos_inf()
}

/// Returns the symbol for a missing lower bound.
#[register_global("arith.NegInf", short)]
fn neg_inf() -> PrimExpr {
    super::neg_inf()
}

/// Creates the set of the integers from `min_value` to `max_value`.
#[register_global("arith.IntervalSet", short)]
fn interval_set(min_value: ExprArg, max_value: ExprArg) -> IntervalSet {
    IntervalSet::new(min_value.0, max_value.0)
}

/// Creates the set of the integers from `min` to `max`.
#[register_global("arith.intset_interval", short)]
fn intset_interval(min: ExprArg, max: ExprArg) -> IntervalSet {
    IntervalSet::new(min.0, max.0)
}

/// Creates the set of one integer.
#[register_global("arith.intset_single_point", short)]
fn intset_single_point(x: ExprArg) -> IntervalSet {
    IntervalSet::single_point(x.0)
}

/// Creates the interval that has all elements of a vector.
#[register_global("arith.intset_vector", short)]
fn intset_vector(x: ExprArg) -> IntervalSet {
    match x.0.dtype.is_scalar() {
        true => IntervalSet::single_point(x.0),
        false => Analyzer::new().int_set(&x.0, &Domains::default()),
    }
}

/// Returns the least integer of a set.
#[register_global("arith.IntervalSetGetMin", short)]
fn interval_set_get_min(set: IntSet) -> Result<PrimExpr, BoxError> {
    Ok(interval(set)?.min_value.clone())
}

/// Returns the greatest integer of a set.
#[register_global("arith.IntervalSetGetMax", short)]
fn interval_set_get_max(set: IntSet) -> Result<PrimExpr, BoxError> {
    Ok(interval(set)?.max_value.clone())
}

/// Returns whether a set is empty.
#[register_global("arith.IntSetIsNothing", short)]
fn int_set_is_nothing(set: IntSet) -> Result<bool, BoxError> {
    Ok(interval(set)?.is_nothing())
}

/// Returns whether a set has all integers.
#[register_global("arith.IntSetIsEverything", short)]
fn int_set_is_everything(set: IntSet) -> Result<bool, BoxError> {
    Ok(interval(set)?.is_everything())
}

/// Returns an interval that is part of the union of sets.
#[register_global("arith.UnionLowerBound", short)]
fn union_lower_bound_of(sets: Array<IntSet>) -> Result<IntervalSet, BoxError> {
    let sets = sets.iter().cloned().map(interval).collect::<Result<Vec<_>, _>>()?;
    Ok(union_lower_bound(&sets))
}

/// Converts a set, which is an interval.
pub(super) fn interval(set: IntSet) -> Result<IntervalSet, BoxError> {
    Ok(set.downcast()?)
}

/// Converts the domains of variables.
pub(super) fn domains(map: &Map<Var, IntSet>) -> Result<Domains, BoxError> {
    map.iter().map(|(var, set)| Ok((var.clone(), interval(set.clone())?))).collect()
}
