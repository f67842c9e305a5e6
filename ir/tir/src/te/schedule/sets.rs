//! Intervals as ranges.

use objet_ir::expr::PrimExpr;

use super::Result;
use crate::arith::{Analyzer, Domains, IntervalSet, union};
use crate::expr::Range;
use crate::op;

/// Whether an interval provably is a range.
pub(super) fn is_range(set: &IntervalSet, range: &Range) -> Result<bool> {
    let (Some(lower), Some(upper)) = (set.lower(), set.upper()) else { return Ok(false) };
    let mut analyzer = Analyzer::new();
    let mut is_zero = |difference: PrimExpr| op::is_const_int(&analyzer.simplify(&difference, 2), 0);
    let last = op::sub(op::add(&range.extent, &range.min, None)?, 1, None)?;
    Ok(is_zero(op::sub(lower, &range.min, None)?) && is_zero(op::sub(upper, last, None)?))
}

/// Returns the range of an interval that has both bounds.
pub(super) fn as_range(set: &IntervalSet) -> Result<Option<Range>> {
    let (Some(lower), Some(upper)) = (set.lower(), set.upper()) else { return Ok(None) };
    let extent = op::sub(op::add(upper, 1, None)?, lower, None)?;
    Ok(Some(Range::from_min_extent(lower.clone(), Analyzer::new().simplify(&extent, 2))))
}

/// Returns the range of an interval, or `otherwise` if a bound is missing.
pub(super) fn cover_range(set: &IntervalSet, otherwise: &Range) -> Result<Range> {
    Ok(as_range(set)?.unwrap_or_else(|| otherwise.clone()))
}

/// Returns the least interval that has all sets.
pub(super) fn union_all(sets: &[IntervalSet]) -> IntervalSet {
    let [first, rest @ ..] = sets else { return IntervalSet::nothing() };
    if rest.is_empty() {
        return first.clone();
    }
    let all = rest.iter().fold(first.clone(), |all, set| union(&all, set));
    let mut analyzer = Analyzer::new();
    IntervalSet::new(analyzer.simplify(&all.min_value, 2), analyzer.simplify(&all.max_value, 2))
}

/// Returns an interval that has all integers of a range, for all values of variables in their
/// domains.
pub(super) fn range_set(range: &Range, domains: &Domains) -> Result<IntervalSet> {
    let mut analyzer = Analyzer::new();
    let last = op::sub(op::add(&range.min, &range.extent, None)?, 1, None)?;
    let last = analyzer.simplify(&last, 2);
    let (lower, upper) = (analyzer.int_set(&range.min, domains), analyzer.int_set(&last, domains));
    Ok(IntervalSet::new(&lower.min_value, &upper.max_value))
}
