//! Sets of integers that are intervals with symbolic bounds.

use std::sync::LazyLock;

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::Analyzer;
use crate::expr::{Range, Var};
use crate::op;

/// Base of sets of integers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IntSet")]
pub struct IntSetNode {
    base: Object,
}

/// The integers from `min_value` to `max_value`, both inclusive. [`pos_inf`] and [`neg_inf`] are
/// bounds, too.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IntervalSet", is_final)]
#[reflect(repr = show_interval)]
pub struct IntervalSetNode {
    base: IntSetNode,
    /// The least integer.
    pub min_value: PrimExpr,
    /// The greatest integer.
    pub max_value: PrimExpr,
}

static POS_INF: LazyLock<PrimExpr> = LazyLock::new(|| Var::new("pos_inf", DataType::HANDLE, None).upcast());
static NEG_INF: LazyLock<PrimExpr> = LazyLock::new(|| Var::new("neg_inf", DataType::HANDLE, None).upcast());

/// Returns the symbol for a missing upper bound.
pub fn pos_inf() -> PrimExpr {
    POS_INF.clone()
}

/// Returns the symbol for a missing lower bound.
pub fn neg_inf() -> PrimExpr {
    NEG_INF.clone()
}

fn is_pos_inf(expr: &PrimExpr) -> bool {
    expr.same_as(&*POS_INF)
}

fn is_neg_inf(expr: &PrimExpr) -> bool {
    expr.same_as(&*NEG_INF)
}

impl IntervalSet {
    /// Creates an interval.
    ///
    /// ```
    /// use objet_tir::arith::{IntervalSet, pos_inf};
    ///
    /// let naturals = IntervalSet::new(0, pos_inf());
    /// assert!(!naturals.is_everything() && !naturals.is_nothing());
    /// ```
    pub fn new(min_value: impl Into<PrimExpr>, max_value: impl Into<PrimExpr>) -> Self {
        let base = IntSetNode { base: Object::new() };
        make_object(IntervalSetNode { base, min_value: min_value.into(), max_value: max_value.into() }).into()
    }

    /// Creates the set of one integer.
    pub fn single_point(value: impl Into<PrimExpr>) -> Self {
        let value = value.into();
        Self::new(value.clone(), value)
    }

    /// Creates the set of all integers.
    pub fn everything() -> Self {
        Self::new(neg_inf(), pos_inf())
    }

    /// Creates the empty set.
    pub fn nothing() -> Self {
        Self::new(pos_inf(), neg_inf())
    }

    /// Creates the set of the integers of a range.
    ///
    /// # Errors
    /// Returns an error if the range is not one of numbers.
    pub fn from_range(range: &Range) -> Result<Self, ConstructError> {
        if op::is_const_int(&range.extent, 1) {
            return Ok(Self::single_point(&range.min));
        }
        let max = op::sub(op::add(&range.extent, &range.min, None), 1, None)?;
        Ok(Self::new(&range.min, max))
    }
}

impl IntervalSetNode {
    /// Whether the set is empty by its symbols.
    pub fn is_nothing(&self) -> bool {
        is_pos_inf(&self.min_value) || is_neg_inf(&self.max_value)
    }

    /// Whether the set has all integers.
    pub fn is_everything(&self) -> bool {
        is_neg_inf(&self.min_value) && is_pos_inf(&self.max_value)
    }

    /// Whether the bounds are the same object.
    pub fn is_single_point(&self) -> bool {
        self.min_value.same_as(&self.max_value)
    }

    /// Returns the least integer, if the set has a lower bound.
    pub fn lower(&self) -> Option<&PrimExpr> {
        (!is_neg_inf(&self.min_value) && !self.is_nothing()).then_some(&self.min_value)
    }

    /// Returns the greatest integer, if the set has an upper bound.
    pub fn upper(&self) -> Option<&PrimExpr> {
        (!is_pos_inf(&self.max_value) && !self.is_nothing()).then_some(&self.max_value)
    }
}

/// Creates the interval between two bounds that may be missing.
pub(super) fn interval(lower: Option<PrimExpr>, upper: Option<PrimExpr>) -> IntervalSet {
    IntervalSet::new(lower.unwrap_or_else(neg_inf), upper.unwrap_or_else(pos_inf))
}

/// Returns the lesser of two bounds, which may be infinite.
pub(super) fn min(a: &PrimExpr, b: &PrimExpr) -> Option<PrimExpr> {
    match () {
        () if is_neg_inf(a) || is_pos_inf(b) => Some(a.clone()),
        () if is_neg_inf(b) || is_pos_inf(a) => Some(b.clone()),
        () => op::min(a, b, None).ok(),
    }
}

/// Returns the greater of two bounds, which may be infinite.
pub(super) fn max(a: &PrimExpr, b: &PrimExpr) -> Option<PrimExpr> {
    match () {
        () if is_pos_inf(a) || is_neg_inf(b) => Some(a.clone()),
        () if is_pos_inf(b) || is_neg_inf(a) => Some(b.clone()),
        () => op::max(a, b, None).ok(),
    }
}

/// Returns the least interval that has both sets.
pub fn union(a: &IntervalSet, b: &IntervalSet) -> IntervalSet {
    if a.is_nothing() {
        return b.clone();
    }
    if b.is_nothing() {
        return a.clone();
    }
    interval(min(&a.min_value, &b.min_value), max(&a.max_value, &b.max_value))
}

/// Returns the integers that both sets have. The set is empty if it is provably so.
#[doc(alias = "Intersect")]
pub fn intersect(analyzer: &mut Analyzer, a: &IntervalSet, b: &IntervalSet) -> IntervalSet {
    let upper = match () {
        () if is_pos_inf(&a.max_value) => Some(b.max_value.clone()),
        () if is_pos_inf(&b.max_value) => Some(a.max_value.clone()),
        () => min(&a.max_value, &b.max_value),
    };
    let lower = match () {
        () if is_neg_inf(&a.min_value) => Some(b.min_value.clone()),
        () if is_neg_inf(&b.min_value) => Some(a.min_value.clone()),
        () => max(&a.min_value, &b.min_value),
    };
    if let (Some(lower), Some(upper)) = (&lower, &upper)
        && !lower.dtype.is_handle()
        && !upper.dtype.is_handle()
        && op::less(upper, lower, None).is_ok_and(|is_empty| analyzer.can_prove(&is_empty))
    {
        return IntervalSet::nothing();
    }
    interval(lower, upper)
}

/// Returns an interval that is part of the union of the sets: sets that are not provably connected
/// to the sets before them are left out.
#[doc(alias = "UnionLowerBound")]
pub fn union_lower_bound(sets: &[IntervalSet]) -> IntervalSet {
    let mut sets = sets.iter();
    let Some(first) = sets.next() else { return IntervalSet::nothing() };
    let mut analyzer = Analyzer::new();
    let mut result = first.clone();
    for set in sets {
        let mut touches = |lower: &PrimExpr, upper: &PrimExpr| {
            is_neg_inf(lower) || is_pos_inf(upper) || {
                let is_connected = op::less_equal(lower, op::add(upper, 1, None), None);
                is_connected.is_ok_and(|is_connected| analyzer.can_prove(&is_connected))
            }
        };
        if touches(&set.min_value, &result.max_value) && touches(&result.min_value, &set.max_value) {
            result = interval(min(&result.min_value, &set.min_value), max(&result.max_value, &set.max_value));
        }
    }
    result
}

fn show_interval<'a>(set: &'a IntervalSetNode, printer: &mut ReprPrinter<'a>) {
    printer.text("IntervalSet[").object(&set.min_value).text(", ").object(&set.max_value).text("]");
}
