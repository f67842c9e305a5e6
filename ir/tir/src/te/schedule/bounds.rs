//! Inference of the ranges of all axes of a schedule.

use std::collections::HashMap;

use objet::prelude::*;

use super::graph::{Output, output_of, post_dfs_order};
use super::op_bounds::{Loads, Regions, add_read_regions, loads_of};
use super::relation::Relation;
use super::sets::{cover_range, is_range};
use super::stage::root_iter_vars;
use super::storage::{storage_rank, thread_scope};
use super::{AttachType, Ranges, Result, Schedule, ScheduleError, Stage};
use crate::arith::{Analyzer, Domains, IntervalSet};
use crate::expr::{IterVar, Range};
use crate::op;
use crate::storage_scope::StorageRank;
use crate::te::{Operation, PlaceholderOpNode, TensorOperation};

/// The sets of the values of axes.
pub(super) type Sets = HashMap<IterVar, IntervalSet>;

/// The facts about a schedule that the inference needs.
struct Inference {
    /// The operations that read each tensor.
    consumers: HashMap<Output, Vec<Operation>>,
    /// The loads in each operation.
    loads: HashMap<Operation, Loads>,
    attach_paths: HashMap<Operation, Vec<IterVar>>,
    /// The thread of each axis that is bound to one.
    threads: HashMap<IterVar, IterVar>,
    stage_of: HashMap<Operation, Stage>,
}

/// Computes the ranges of all axes of a normalized schedule.
///
/// The outputs are computed completely. The other stages compute what their consumers read in the
/// loops around the stage.
///
/// The time is proportional to the number of stages, and of the loops of other stages around each
/// of them.
///
/// # Errors
/// Returns an error in these cases:
///
/// - The schedule is not normalized.
/// - A stage is attached to a loop that is not around all its consumers.
/// - A thread axis is bound to axes of different extents.
#[doc(alias = "InferBound")]
pub fn infer_bound(schedule: &Schedule) -> Result<Map<IterVar, Range>> {
    let inference = Inference::new(schedule)?;
    let mut analyzer = Analyzer::new();
    let mut ranges = Ranges::new();
    for stage in schedule.stages.load().iter().rev() {
        inference.infer_root(stage, &mut ranges)?;
        for axis in &root_iter_vars(&stage.operation()?) {
            if let Some(range) = ranges.get(axis) {
                analyzer.bind_range(&axis.var, range, false)?;
            }
        }
        stage.pass_down_domain(&mut ranges, &mut analyzer, false)?;
        for thread in &stage.env_threads.load() {
            let range = thread.dom.clone();
            let range = range.ok_or_else(|| stage.axis_error(thread, "the thread has no extent"))?;
            ranges.insert(thread.clone(), range);
        }
    }
    let mut simple = |range: &Range| {
        Range::from_min_extent(analyzer.simplify(&range.min, 2), analyzer.simplify(&range.extent, 2))
    };
    Ok(ranges.iter().map(|(axis, range)| (axis.clone(), simple(range))).collect())
}

impl Inference {
    fn new(schedule: &Schedule) -> Result<Self> {
        let outputs = schedule.outputs.iter().map(|op| schedule.stage_of(op)?.operation());
        let mut inference = Self {
            consumers: HashMap::new(),
            loads: HashMap::new(),
            attach_paths: HashMap::new(),
            threads: HashMap::new(),
            stage_of: HashMap::new(),
        };
        for op in post_dfs_order(&outputs.collect::<Result<Vec<_>>>()?) {
            for tensor in op.inputs() {
                inference.consumers.entry(output_of(&tensor)).or_default().push(op.clone());
            }
            inference.loads.insert(op.clone(), loads_of(&op));
        }
        for stage in &schedule.stages.load() {
            let op = stage.operation()?;
            for (axis, attr) in &stage.iter_var_attrs.load() {
                if let Some(thread) = &attr.bind_thread {
                    inference.threads.insert(axis.clone(), thread.clone());
                }
            }
            inference.attach_paths.insert(op.clone(), stage.attach_path()?);
            inference.stage_of.insert(op, stage.clone());
        }
        Ok(inference)
    }

    fn path(&self, op: &Operation) -> &[IterVar] {
        self.attach_paths.get(op).map_or(&[], Vec::as_slice)
    }

    /// Returns the tag of the thread that an axis is bound to, or that it is.
    fn tag<'a>(&'a self, axis: &'a IterVar) -> &'a str {
        let tag = self.threads.get(axis).unwrap_or(axis).thread_tag.as_str();
        if tag == "pipeline" { "" } else { tag }
    }

    /// Whether a stage in memory of a level must have the results for all values of an axis.
    fn needs_all(&self, axis: &IterVar, is_around: bool, rank: StorageRank) -> Result<bool> {
        let tag = self.tag(axis);
        if tag.is_empty() {
            return Ok(!is_around);
        }
        Ok(rank.is_shared_along(thread_scope(tag)?))
    }

    fn storage_rank(&self, stage: &Stage, op: &Operation) -> Result<StorageRank> {
        let scope = stage.scope.load();
        if !scope.is_empty() {
            return storage_rank(&scope);
        }
        let mut rank = None;
        for tag in self.path(op).iter().map(|axis| self.tag(axis)).filter(|tag| !tag.is_empty()) {
            rank = rank.max(Some(thread_scope(tag)?.rank));
        }
        Ok(StorageRank::of_threads(rank))
    }

    /// Computes the ranges of the axes of an operation.
    fn infer_root(&self, stage: &Stage, ranges: &mut Ranges) -> Result {
        match stage.attach_type.load() {
            AttachType::Inline => return Err(stage.error("call schedule.normalize before scheduleops")),
            AttachType::InlinedAlready => return Ok(()),
            _ => {}
        }
        let op = stage.operation()?;
        if stage.is_output.load() && stage.attach_spec().attach_type.load() != AttachType::GroupRoot {
            return Err(stage.error("Output must be attached at root"));
        }
        if stage.is_output.load() || op.is_instance::<PlaceholderOpNode>() {
            for axis in &root_iter_vars(&op) {
                let domain = axis.dom.clone();
                let domain = domain.ok_or_else(|| stage.axis_error(axis, "the axis has no domain"))?;
                ranges.insert(axis.clone(), domain);
            }
            return Ok(());
        }
        let mut regions = Regions::new();
        let mut consumers: Vec<&Operation> = Vec::new();
        for (index, (shape, _)) in op.output_types().iter().enumerate() {
            let output = (op.clone(), i32::try_from(index).unwrap_or(i32::MAX));
            for consumer in self.consumers.get(&output).into_iter().flatten() {
                if consumers.last() != Some(&consumer) && !consumers.contains(&consumer) {
                    consumers.push(consumer);
                }
            }
            regions.insert(output, vec![Vec::new(); shape.len()]);
        }
        let rank = self.storage_rank(stage, &op)?;
        for consumer in consumers {
            self.add_consumer(stage, &op, consumer, rank, ranges, &mut regions)?;
        }
        stage.gather_bound(&regions, ranges)
    }

    /// Adds the regions that a consumer reads in the loops around the stage.
    fn add_consumer(
        &self,
        stage: &Stage,
        op: &Operation,
        consumer: &Operation,
        rank: StorageRank,
        ranges: &Ranges,
        regions: &mut Regions,
    ) -> Result {
        let around = self.path(op).first();
        let user = self.stage_of.get(consumer);
        let user = user.ok_or_else(|| ScheduleError::Unknown { op: consumer.name.clone() })?;
        let mut is_around = false;
        let starts_at_zero = |axis: &IterVar, range: &Range| {
            match op::is_const_int(&range.min, 0) {
            true => Ok(()),
            false => Err(user.axis_error(
                axis,
                "InferBound requires every leaf iter var's min equals 0, call schedule.normalize to achieve this",
            )),
        }
        };
        let mut sets = Sets::new();
        for axis in user.leaf_iter_vars.load().iter().rev() {
            is_around |= around == Some(axis);
            let range = user.range_of(axis, ranges)?;
            let set = if op::is_const_int(&range.extent, 1) {
                IntervalSet::single_point(&range.min)
            } else if !self.needs_all(axis, is_around, rank)? {
                starts_at_zero(axis, range)?;
                IntervalSet::single_point(self.threads.get(axis).unwrap_or(axis).var.clone())
            } else {
                IntervalSet::from_range(range)?
            };
            sets.insert(axis.clone(), set);
        }
        let mut relaxed = Domains::new();
        for axis in self.path(consumer) {
            is_around |= around == Some(axis);
            let range = user.range_of(axis, ranges)?;
            starts_at_zero(axis, range)?;
            if self.needs_all(axis, is_around, rank)? {
                let set = IntervalSet::from_range(range)?;
                relaxed.insert(axis.var.clone(), set.clone());
                if let Some(thread) = self.threads.get(axis) {
                    relaxed.insert(thread.var.clone(), set);
                }
            }
        }
        if around.is_some() && !is_around {
            return Err(ScheduleError::Value {
                stage: stage.label(),
                problem: "Invalid Schedule, cannot find the producer along the loop nest specified by \
                          compute_at of consumer",
                found: consumer.name.clone(),
            });
        }
        user.pass_up_sets(ranges, &mut sets)?;
        let mut domains = Domains::new();
        let mut analyzer = Analyzer::new();
        let loops = user.leaf_iter_vars.load();
        for axis in self.path(consumer).iter().rev().chain(&loops) {
            for axis in std::iter::once(axis).chain(self.threads.get(axis)) {
                analyzer.bind_range(&axis.var, user.range_of(axis, ranges)?, true)?;
            }
        }
        for axis in &root_iter_vars(consumer) {
            let domain = axis.dom.as_ref();
            let domain = domain.ok_or_else(|| user.axis_error(axis, "the axis has no domain"))?;
            let range = match sets.get(axis) {
                Some(set) => cover_range(set, domain)?,
                None => domain.clone(),
            };
            let set = if relaxed.is_empty() {
                IntervalSet::from_range(&range)?
            } else {
                let last = op::sub(op::add(&range.min, &range.extent, None)?, 1, None)?;
                let lower = analyzer.int_set(&range.min, &relaxed);
                IntervalSet::new(&lower.min_value, &analyzer.int_set(&last, &relaxed).max_value)
            };
            domains.insert(axis.var.clone(), set);
            analyzer.bind_range(&axis.var, &range, true)?;
        }
        let none = Loads::new();
        let loads = self.loads.get(consumer).unwrap_or(&none);
        add_read_regions(consumer, loads, &mut analyzer, &domains, regions)
    }
}

impl Stage {
    /// Computes the sets of all axes from those of the loops.
    pub(super) fn pass_up_sets(&self, ranges: &Ranges, sets: &mut Sets) -> Result {
        for relation in self.relations.load().iter().rev() {
            let of = |axis: &IterVar| {
                sets.get(axis).cloned().ok_or_else(|| self.axis_error(axis, "the axis has no value"))
            };
            match self.relation(relation)? {
                Relation::Split(split) => {
                    let (outer, inner) = (of(&split.outer)?, of(&split.inner)?);
                    let parent = self.range_of(&split.parent, ranges)?;
                    let factor = self.range_of(&split.inner, ranges)?;
                    let is_all =
                        is_range(&outer, self.range_of(&split.outer, ranges)?)? && is_range(&inner, factor)?;
                    let set = if is_all {
                        IntervalSet::from_range(parent)?
                    } else {
                        let steps = op::mul(&split.outer.var, &factor.extent, None)?;
                        let value = op::add(op::add(steps, &split.inner.var, None)?, &parent.min, None)?;
                        let domains = [(split.outer.var.clone(), outer), (split.inner.var.clone(), inner)];
                        Analyzer::new().int_set(&value, &Domains::from(domains))
                    };
                    sets.insert(split.parent.clone(), set);
                }
                Relation::Fuse(fuse) => {
                    let fused = of(&fuse.fused)?;
                    let is_all = is_range(&fused, self.range_of(&fuse.fused, ranges)?)?;
                    let (outer, inner) =
                        (self.range_of(&fuse.outer, ranges)?, self.range_of(&fuse.inner, ranges)?);
                    let (outer, inner) = match is_all {
                        true => (IntervalSet::from_range(outer)?, IntervalSet::from_range(inner)?),
                        false => unfused(&fused, outer, inner)?,
                    };
                    sets.extend([(fuse.outer.clone(), outer), (fuse.inner.clone(), inner)]);
                }
                Relation::Rebase(rebase) => {
                    let rebased = of(&rebase.rebased)?;
                    let parent = self.range_of(&rebase.parent, ranges)?;
                    let set = match is_range(&rebased, self.range_of(&rebase.rebased, ranges)?)? {
                        true => IntervalSet::from_range(parent)?,
                        false => {
                            let value = op::add(&rebase.rebased.var, &parent.min, None)?;
                            let domains = Domains::from([(rebase.rebased.var.clone(), rebased)]);
                            Analyzer::new().int_set(&value, &domains)
                        }
                    };
                    sets.insert(rebase.parent.clone(), set);
                }
                Relation::Singleton(_) => {}
            }
        }
        Ok(())
    }
}

/// Returns the sets of two axes from a part of the axis over both.
fn unfused(fused: &IntervalSet, outer: &Range, inner: &Range) -> Result<(IntervalSet, IntervalSet)> {
    let quotient = |value| op::floordiv(value, &inner.extent, None);
    let remainder = |value| op::floormod(value, &inner.extent, None);
    let from = |min, value| op::add(min, value, None);
    if fused.is_single_point() {
        let value = &fused.min_value;
        let outer = super::passing::plus_min(quotient(value)?, &outer.min)?;
        let inner = super::passing::plus_min(remainder(value)?, &inner.min)?;
        return Ok((IntervalSet::single_point(outer), IntervalSet::single_point(inner)));
    }
    let (first, last) = (&fused.min_value, &fused.max_value);
    let outer = IntervalSet::new(from(&outer.min, quotient(first)?)?, from(&outer.min, quotient(last)?)?);
    let length = op::add(op::sub(last, first, None)?, 1, None)?;
    let mut analyzer = Analyzer::new();
    let mut divides = |divisor: &_, value: &_| {
        op::floormod(value, divisor, None).map(|rest| op::is_const_int(&analyzer.simplify(&rest, 2), 0))
    };
    // The part is inside of one row, or has whole rows.
    let inner = match divides(&length, &inner.extent)? && divides(&length, first)? {
        true => IntervalSet::new(from(&inner.min, remainder(first)?)?, from(&inner.min, remainder(last)?)?),
        false => IntervalSet::from_range(inner)?,
    };
    Ok((outer, inner))
}
