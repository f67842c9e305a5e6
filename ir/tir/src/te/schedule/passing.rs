//! Propagation of ranges, values and flags between the axes of a stage.
//!
//! Downwards is from the axes of the operation to the loops, and upwards is the other direction.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::relation::Relation;
use super::{Ranges, Result, Stage};
use crate::arith::Analyzer;
use crate::expr::{IterVar, Range};
use crate::op;

/// The values of axes.
pub(super) type Values = HashMap<IterVar, PrimExpr>;

/// Adds a value that may be the zero of a range's start.
pub(super) fn plus_min(value: PrimExpr, min: &PrimExpr) -> Result<PrimExpr> {
    match op::is_const_int(min, 0) {
        true => Ok(value),
        false => Ok(op::add(value, min, None)?),
    }
}

impl Stage {
    /// Returns the range of an axis.
    pub(super) fn range_of<'a>(&self, axis: &IterVar, ranges: &'a Ranges) -> Result<&'a Range> {
        ranges.get(axis).ok_or_else(|| self.axis_error(axis, "the axis has no range"))
    }

    /// Returns an error unless axes without a value are allowed.
    fn check_missing(&self, axis: &IterVar, allow_missing: bool) -> Result {
        match allow_missing {
            true => Ok(()),
            false => Err(self.axis_error(axis, "the axis has no value")),
        }
    }

    /// Sets the range of an axis, or checks that it has the same extent already.
    fn set_range(
        &self,
        ranges: &mut Ranges,
        axis: &IterVar,
        range: Range,
        analyzer: &mut Analyzer,
    ) -> Result {
        let Some(known) = ranges.get(axis) else {
            analyzer.bind_range(&axis.var, &range, false)?;
            ranges.insert(axis.clone(), range);
            return Ok(());
        };
        let difference = op::sub(&range.extent, &known.extent, None)?;
        let is_same = analyzer.can_prove(&op::equal(difference, 0, None)?);
        match op::is_const_int(&known.min, 0) && is_same {
            true => Ok(()),
            false => {
                Err(self
                    .axis_error(axis, "domain already inferred, cannot prove that its extents are the same"))
            }
        }
    }

    /// Returns whether a loop that derives from each axis is bound to a thread.
    fn pass_up_thread_binding(&self) -> Result<HashMap<IterVar, bool>> {
        let leaves = self.leaf_iter_vars.load();
        let mut bound: HashMap<IterVar, bool> =
            leaves.iter().map(|leaf| (leaf.clone(), self.thread_of(leaf).is_some())).collect();
        for relation in self.relations.load().iter().rev() {
            let of = |axis: &IterVar| bound.get(axis).copied().unwrap_or(false);
            match self.relation(relation)? {
                Relation::Split(split) => {
                    bound.insert(split.parent.clone(), of(&split.inner) || of(&split.outer));
                }
                Relation::Fuse(fuse) => {
                    let value = of(&fuse.fused);
                    bound.extend([(fuse.inner.clone(), value), (fuse.outer.clone(), value)]);
                }
                Relation::Rebase(rebase) => {
                    bound.insert(rebase.parent.clone(), of(&rebase.rebased));
                }
                Relation::Singleton(_) => {}
            }
        }
        Ok(bound)
    }

    /// Computes the ranges of all axes from those of the operation's axes.
    pub(super) fn pass_down_domain(
        &self,
        ranges: &mut Ranges,
        analyzer: &mut Analyzer,
        allow_missing: bool,
    ) -> Result {
        let bound = self.pass_up_thread_binding()?;
        for relation in &self.relations.load() {
            match self.relation(relation)? {
                Relation::Split(split) => {
                    let Some(parent) = ranges.get(&split.parent).cloned() else {
                        self.check_missing(&split.parent, allow_missing)?;
                        continue;
                    };
                    let (set, part) = match (&split.factor, &split.nparts) {
                        (Some(factor), _) => (&split.inner, factor),
                        (None, Some(nparts)) => (&split.outer, nparts),
                        (None, None) => {
                            return Err(self.axis_error(&split.parent, "the split has no factor"));
                        }
                    };
                    let derived = if set.same_as(&split.inner) { &split.outer } else { &split.inner };
                    // The part is not longer than the whole, unless a thread needs its extent.
                    let keeps = bound.get(set).copied().unwrap_or(false)
                        || allow_missing
                        || op::is_const_int(&parent.extent, 0);
                    let extent = match keeps {
                        true => part.clone(),
                        false => minimum_or_later(analyzer, &parent.extent, part)?,
                    };
                    self.set_range(ranges, set, Range::from_min_extent(0, extent), analyzer)?;
                    let rest = ceil_div(analyzer, &parent.extent, part)?;
                    self.set_range(ranges, derived, Range::from_min_extent(0, rest), analyzer)?;
                }
                Relation::Fuse(fuse) => {
                    let (Some(outer), Some(inner)) = (ranges.get(&fuse.outer), ranges.get(&fuse.inner))
                    else {
                        self.check_missing(&fuse.fused, allow_missing)?;
                        continue;
                    };
                    let extent = op::mul(&outer.extent, &inner.extent, None)?;
                    ranges.insert(fuse.fused.clone(), Range::from_min_extent(0, extent));
                }
                Relation::Rebase(rebase) => {
                    let Some(parent) = ranges.get(&rebase.parent) else {
                        self.check_missing(&rebase.parent, allow_missing)?;
                        continue;
                    };
                    let range = Range::from_min_extent(0, parent.extent.clone());
                    self.set_range(ranges, &rebase.rebased, range, analyzer)?;
                }
                Relation::Singleton(singleton) => {
                    self.set_range(ranges, &singleton.iter, Range::from_min_extent(0, 1), analyzer)?;
                }
            }
        }
        for (axis, attr) in &self.iter_var_attrs.load() {
            if let Some(thread) = &attr.bind_thread {
                let range = self.range_of(axis, ranges)?.clone();
                self.set_range(ranges, thread, range, analyzer)?;
            }
        }
        Ok(())
    }

    /// Computes the values of all axes from those of the loops.
    pub(super) fn pass_up_index(&self, ranges: &Ranges, values: &mut Values, allow_missing: bool) -> Result {
        for relation in self.relations.load().iter().rev() {
            match self.relation(relation)? {
                Relation::Split(split) => {
                    let (Some(outer), Some(inner)) = (values.get(&split.outer), values.get(&split.inner))
                    else {
                        self.check_missing(&split.parent, allow_missing)?;
                        continue;
                    };
                    let factor = &self.range_of(&split.inner, ranges)?.extent;
                    let value = op::add(inner, op::mul(outer, factor, None)?, None)?;
                    let value = plus_min(value, &self.range_of(&split.parent, ranges)?.min)?;
                    values.insert(split.parent.clone(), value);
                }
                Relation::Fuse(fuse) => {
                    let Some(value) = values.get(&fuse.fused).cloned() else {
                        self.check_missing(&fuse.fused, allow_missing)?;
                        continue;
                    };
                    let inner = self.range_of(&fuse.inner, ranges)?;
                    let outer = self.range_of(&fuse.outer, ranges)?;
                    let quotient = plus_min(op::floordiv(&value, &inner.extent, None)?, &outer.min)?;
                    let remainder = plus_min(op::floormod(&value, &inner.extent, None)?, &inner.min)?;
                    values.insert(fuse.outer.clone(), op::cast(fuse.outer.var.dtype, quotient, None)?);
                    values.insert(fuse.inner.clone(), op::cast(fuse.inner.var.dtype, remainder, None)?);
                }
                Relation::Rebase(rebase) => {
                    let Some(value) = values.get(&rebase.rebased).cloned() else {
                        self.check_missing(&rebase.rebased, allow_missing)?;
                        continue;
                    };
                    let value = plus_min(value, &self.range_of(&rebase.parent, ranges)?.min)?;
                    values.insert(rebase.parent.clone(), value);
                }
                Relation::Singleton(_) => {}
            }
        }
        Ok(())
    }

    /// Computes the values of all axes from those of the operation's axes.
    pub(super) fn pass_down_index(
        &self,
        ranges: &Ranges,
        values: &mut Values,
        allow_missing: bool,
    ) -> Result {
        let starts_at_zero = |axis: &IterVar| match op::is_const_int(&self.range_of(axis, ranges)?.min, 0) {
            true => Ok(()),
            false => Err(self.axis_error(axis, "the axis does not start at 0")),
        };
        for relation in &self.relations.load() {
            match self.relation(relation)? {
                Relation::Split(split) => {
                    let Some(parent) = values.get(&split.parent).cloned() else {
                        self.check_missing(&split.parent, allow_missing)?;
                        continue;
                    };
                    starts_at_zero(&split.inner)?;
                    let factor = &self.range_of(&split.inner, ranges)?.extent;
                    values.insert(split.outer.clone(), op::floordiv(&parent, factor, None)?);
                    values.insert(split.inner.clone(), op::floormod(&parent, factor, None)?);
                }
                Relation::Fuse(fuse) => {
                    let (Some(outer), Some(inner)) = (values.get(&fuse.outer), values.get(&fuse.inner))
                    else {
                        self.check_missing(&fuse.fused, allow_missing)?;
                        continue;
                    };
                    starts_at_zero(&fuse.outer)?;
                    starts_at_zero(&fuse.inner)?;
                    let factor = &self.range_of(&fuse.inner, ranges)?.extent;
                    let value = op::add(op::mul(outer, factor, None)?, inner, None)?;
                    values.insert(fuse.fused.clone(), value);
                }
                Relation::Rebase(rebase) => {
                    let Some(value) = values.get(&rebase.parent).cloned() else {
                        self.check_missing(&rebase.parent, allow_missing)?;
                        continue;
                    };
                    starts_at_zero(&rebase.parent)?;
                    values.insert(rebase.rebased.clone(), value);
                }
                Relation::Singleton(singleton) => {
                    let zero = op::make_zero(singleton.iter.var.dtype, None)?;
                    values.insert(singleton.iter.clone(), zero);
                }
            }
        }
        Ok(())
    }

    /// Joins the flags of the loops that derive from each axis.
    pub(super) fn pass_up_flags(&self, flags: &mut HashMap<IterVar, u8>) -> Result {
        for relation in self.relations.load().iter().rev() {
            match self.relation(relation)? {
                Relation::Split(split) => {
                    let parts = [flags.get(&split.inner).copied(), flags.get(&split.outer).copied()];
                    if parts.iter().any(Option::is_some) {
                        let joined = parts.into_iter().flatten().fold(0, |all, flag| all | flag);
                        flags.insert(split.parent.clone(), joined);
                    }
                }
                Relation::Fuse(fuse) => {
                    if let Some(flag) = flags.get(&fuse.fused).copied() {
                        *flags.entry(fuse.outer.clone()).or_default() |= flag;
                        *flags.entry(fuse.inner.clone()).or_default() |= flag;
                    }
                }
                Relation::Rebase(rebase) => {
                    if let Some(flag) = flags.get(&rebase.rebased).copied() {
                        *flags.entry(rebase.parent.clone()).or_default() |= flag;
                    }
                }
                Relation::Singleton(_) => {}
            }
        }
        Ok(())
    }

    /// Joins the flags of the axes from which each loop derives.
    pub(super) fn pass_down_flags(&self, flags: &mut HashMap<IterVar, u8>) -> Result {
        for relation in &self.relations.load() {
            match self.relation(relation)? {
                Relation::Split(split) => {
                    if let Some(flag) = flags.get(&split.parent).copied() {
                        *flags.entry(split.outer.clone()).or_default() |= flag;
                        *flags.entry(split.inner.clone()).or_default() |= flag;
                    }
                }
                Relation::Fuse(fuse) => {
                    let parts = [flags.get(&fuse.outer).copied(), flags.get(&fuse.inner).copied()];
                    if parts.iter().any(Option::is_some) {
                        let joined = parts.into_iter().flatten().fold(0, |all, flag| all | flag);
                        flags.insert(fuse.fused.clone(), joined);
                    }
                }
                Relation::Rebase(rebase) => {
                    if let Some(flag) = flags.get(&rebase.parent).copied() {
                        *flags.entry(rebase.rebased.clone()).or_default() |= flag;
                    }
                }
                Relation::Singleton(singleton) => {
                    flags.insert(singleton.iter.clone(), 0);
                }
            }
        }
        Ok(())
    }
}

/// Returns `a / b`, rounded up, without the rounding if `b` provably divides `a`.
fn ceil_div(analyzer: &mut Analyzer, a: &PrimExpr, b: &PrimExpr) -> Result<PrimExpr> {
    let remainder = op::floormod(a, b, None)?;
    let quotient = match analyzer.can_prove(&op::equal(remainder, 0, None)?) {
        true => op::floordiv(a, b, None)?,
        false => op::floordiv(op::add(a, op::sub(b, 1, None)?, None)?, b, None)?,
    };
    Ok(analyzer.simplify(&quotient, 2))
}

/// Returns `a` if it is provably less than `b`, and otherwise `b`.
fn minimum_or_later(analyzer: &mut Analyzer, a: &PrimExpr, b: &PrimExpr) -> Result<PrimExpr> {
    let is_less = analyzer.can_prove(&op::less(a, b, None)?);
    Ok(analyzer.simplify(if is_less { a } else { b }, 2))
}
