//! Conditions that keep the loops of a stage inside of the domain of its operation.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::passing::Values;
use super::relation::Relation;
use super::stage::root_iter_vars;
use super::{Ranges, Result, Stage};
use crate::arith::{Analyzer, Domains, IntervalSet};
use crate::expr::{IterVar, IterVarType, Range};
use crate::op;

/// The ranges of all axes of a schedule, and facts about their variables.
pub(super) struct KnownRanges<'a> {
    pub(super) ranges: &'a Ranges,
    analyzer: Analyzer,
    domains: Domains,
}

impl<'a> KnownRanges<'a> {
    pub(super) fn new(ranges: &'a Ranges) -> Result<Self> {
        let mut analyzer = Analyzer::new();
        let mut domains = Domains::new();
        for (axis, range) in ranges {
            analyzer.bind_range(&axis.var, range, false)?;
            domains.insert(axis.var.clone(), IntervalSet::from_range(range)?);
        }
        Ok(Self { ranges, analyzer, domains })
    }

    /// Returns the conditions that the values of axes do not fulfil for all iterations. The domains
    /// of the operation's axes are not checked if `skip_domains` is set.
    pub(super) fn bound_check(
        &mut self,
        stage: &Stage,
        values: &Values,
        skip_domains: bool,
        skipped: &HashSet<IterVar>,
    ) -> Result<Vec<PrimExpr>> {
        let exceeds = self.may_exceed(stage)?;
        let is_checked = |axis: &&IterVar| !skipped.contains(*axis) && axis.iter_type != IterVarType::Opaque;
        let value_of =
            |axis: &IterVar| values.get(axis).ok_or_else(|| stage.axis_error(axis, "the axis has no value"));
        let mut conditions = Vec::new();
        let axes = stage.all_iter_vars.load();
        for axis in axes.iter().filter(is_checked) {
            if exceeds.get(axis).copied().unwrap_or(false) {
                let range = stage.range_of(axis, self.ranges)?.clone();
                let value = op::sub(value_of(axis)?, &range.min, None)?;
                if !self.is_below(&value, &range.extent)? {
                    conditions.push(op::less(value, &range.extent, None)?);
                }
            }
        }
        if skip_domains {
            return Ok(conditions);
        }
        let axes = root_iter_vars(&stage.operation()?);
        for axis in axes.iter().filter(is_checked) {
            let range = stage.range_of(axis, self.ranges)?;
            let Some(domain) = &axis.dom else {
                return Err(stage.axis_error(axis, "the axis has no domain"));
            };
            if is_same_range(domain, range)? {
                continue;
            }
            let value = op::sub(value_of(axis)?, &domain.min, None)?;
            let least = self.analyzer.int_set(&value, &self.domains).min_value.clone();
            let is_positive =
                least.dtype == value.dtype && self.analyzer.can_prove(&op::greater_equal(&least, 0, None)?);
            if !is_positive {
                conditions.push(op::greater_equal(&value, 0, None)?);
            }
            if !self.is_below(&value, &domain.extent)? {
                conditions.push(op::less(value, &domain.extent, None)?);
            }
        }
        Ok(conditions)
    }

    fn is_below(&mut self, value: &PrimExpr, extent: &PrimExpr) -> Result<bool> {
        let greatest = self.analyzer.int_set(value, &self.domains).max_value.clone();
        Ok(greatest.dtype == value.dtype && self.analyzer.can_prove(&op::less(&greatest, extent, None)?))
    }

    /// Returns whether the values of each axis may be outside of its range, because the loops have
    /// more iterations.
    fn may_exceed(&self, stage: &Stage) -> Result<HashMap<IterVar, bool>> {
        let mut analyzer = Analyzer::new();
        let mut exceeds: HashMap<IterVar, bool> =
            stage.leaf_iter_vars.load().iter().map(|leaf| (leaf.clone(), false)).collect();
        for relation in stage.relations.load().iter().rev() {
            let of = |axis: &IterVar| exceeds.get(axis).copied().unwrap_or(false);
            match stage.relation(relation)? {
                Relation::Split(split) => {
                    let range = |axis: &IterVar| self.ranges.get(axis);
                    let value = of(&split.outer)
                        || of(&split.inner)
                        || match (range(&split.parent), range(&split.outer), range(&split.inner)) {
                            (Some(parent), Some(outer), Some(inner)) => {
                                let steps = op::mul(&inner.extent, &outer.extent, None)?;
                                !analyzer.can_prove(&op::equal(&parent.extent, steps, None)?)
                            }
                            _ => true,
                        };
                    exceeds.insert(split.parent.clone(), value);
                }
                Relation::Fuse(fuse) => {
                    let value = of(&fuse.fused);
                    exceeds.extend([(fuse.outer.clone(), value), (fuse.inner.clone(), value)]);
                }
                Relation::Rebase(rebase) => {
                    exceeds.insert(rebase.parent.clone(), of(&rebase.rebased));
                }
                Relation::Singleton(_) => {}
            }
        }
        Ok(exceeds)
    }
}

fn is_same_range(a: &Range, b: &Range) -> Result<bool> {
    let mut analyzer = Analyzer::new();
    Ok(a.same_as(b)
        || analyzer.can_prove(&op::equal(&a.min, &b.min, None)?)
            && analyzer.can_prove(&op::equal(&a.extent, &b.extent, None)?))
}
