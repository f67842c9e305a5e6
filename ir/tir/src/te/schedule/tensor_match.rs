//! Comparison of the inner loops of a stage with the computation of a tensor intrinsic.

use std::collections::HashMap;

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::PrimExpr;

use super::bounds::Sets;
use super::graph::{Output, output_of};
use super::op_bounds::{Regions, add_read_regions, loads_of};
use super::sets::{as_range, cover_range, union_all};
use super::stage::root_iter_vars;
use super::{Ranges, Result, ScheduleError, Stage};
use crate::arith::{Analyzer, Domains, IntervalSet};
use crate::expr::{IterVar, IterVarType, ProducerLoad, Range, Reduce, Var};
use crate::functor::StmtExprMutator;
use crate::op;
use crate::te::{ComputeOp, ComputeOpNode, Tensor, TensorIntrin, TensorOperation};

/// The part of a stage that a tensor intrinsic computes.
pub(super) struct TensorizedRegion {
    /// The number of loops around the intrinsic.
    pub(super) loops: usize,
    /// The ranges of the axes of the operation.
    pub(super) ranges: Ranges,
    /// The tensors that are read, and the regions.
    pub(super) inputs: Vec<(Tensor, Vec<Range>)>,
}

impl TensorizedRegion {
    /// Computes the region of the tensorized axis of a stage.
    pub(super) fn new(op: &ComputeOp, stage: &Stage, ranges: &Ranges) -> Result<Self> {
        let leaves = stage.leaf_iter_vars.load();
        let mut sets = Sets::new();
        let mut loops = None;
        for (position, leaf) in leaves.iter().enumerate().rev() {
            stage.check_kind(
                "tensorize inside of",
                leaf,
                &[IterVarType::DataPar, IterVarType::CommReduce],
            )?;
            let range = stage.range_of(leaf, ranges)?;
            let set = match (op::is_const_int(&range.extent, 1), loops) {
                (true, _) => IntervalSet::single_point(&range.min),
                (false, Some(_)) => IntervalSet::single_point(leaf.var.clone()),
                (false, None) => IntervalSet::from_range(range)?,
            };
            sets.insert(leaf.clone(), set);
            let Some(attr) = stage.attr_of(leaf) else { continue };
            if loops.is_none() && attr.bind_thread.is_some() {
                return Err(stage.axis_error(leaf, "Do not allow thread in tensorize scope"));
            }
            if attr.iter_type == IterVarType::Tensorized && loops.replace(position).is_some() {
                return Err(stage.axis_error(leaf, "Do not allow two tensorized point"));
            }
        }
        let loops = loops.ok_or_else(|| stage.error("no axis is tensorized"))?;
        stage.pass_up_sets(ranges, &mut sets)?;
        let (mut own, mut domains, mut analyzer) = (Ranges::new(), Domains::new(), Analyzer::new());
        for axis in &root_iter_vars(op.upcast_ref()) {
            let set = sets.get(axis).ok_or_else(|| stage.axis_error(axis, "the axis has no value"))?;
            let range = cover_range(set, stage.range_of(axis, ranges)?)?;
            analyzer.bind_range(&axis.var, &range, false)?;
            own.insert(axis.clone(), range);
            domains.insert(axis.var.clone(), set.clone());
        }
        let tensors = op.inputs();
        let mut regions: Regions =
            tensors.iter().map(|tensor| (output_of(tensor), vec![Vec::new(); tensor.shape.len()])).collect();
        add_read_regions(op.upcast_ref(), &loads_of(op.upcast_ref()), &mut analyzer, &domains, &mut regions)?;
        let mut inputs = Vec::new();
        for tensor in tensors {
            let sets = regions.remove(&output_of(&tensor)).unwrap_or_default();
            let range = |sets: &Vec<IntervalSet>| {
                as_range(&union_all(sets))?.ok_or_else(|| ScheduleError::Value {
                    stage: stage.label(),
                    problem: "cannot deduce region of tensorized scope for input",
                    found: tensor.name_hint(),
                })
            };
            let region = sets.iter().map(range).collect::<Result<Vec<_>>>()?;
            inputs.push((tensor, region));
        }
        Ok(Self { loops, ranges: own, inputs })
    }
}

/// The tensor and the region that take the place of an input.
struct Input {
    tensor: Tensor,
    region: Vec<Range>,
    /// The number of outer axes that the tensor of the intrinsic lacks.
    skipped: usize,
}

/// Rewrites the elements of a stage to elements of an intrinsic.
#[derive(Default)]
struct Matcher {
    inputs: HashMap<Output, Input>,
    values: HashMap<Var, PrimExpr>,
    axes: HashMap<IterVar, IterVar>,
    space: HashMap<Var, Range>,
}

/// Checks that the part of a stage is the computation of a tensor intrinsic.
pub(super) fn check_body(
    op: &ComputeOp,
    stage: &Stage,
    ranges: &Ranges,
    region: &TensorizedRegion,
    intrin: &TensorIntrin,
) -> Result {
    let error = |problem, found: String| ScheduleError::Intrin {
        stage: stage.label(),
        intrin: intrin.name.clone(),
        problem,
        found,
    };
    let target = intrin.op.as_node::<ComputeOpNode>();
    let target = target
        .ok_or_else(|| error("Only support compute intrinsic for now", intrin.op.type_key().to_owned()))?;
    let counts = |own: usize, other: usize| format!("provided={own}, intrin={other}");
    let mut matcher = Matcher::default();
    for leaf in &stage.leaf_iter_vars.load() {
        if let Some(range) = ranges.get(leaf) {
            matcher.space.insert(leaf.var.clone(), range.clone());
        }
    }
    let mut analyzer = Analyzer::new();
    for (var, range) in &matcher.space {
        analyzer.bind_range(var, range, false)?;
    }
    if region.inputs.len() != intrin.inputs.len() {
        let found = counts(region.inputs.len(), intrin.inputs.len());
        return Err(error("Tensorize failed: input size mismatch", found));
    }
    for ((tensor, read), target) in region.inputs.iter().zip(&intrin.inputs) {
        let skipped = read.len().checked_sub(target.shape.len());
        let is_one = |range: &Range| op::is_const_int(&analyzer.simplify(&range.extent, 2), 1);
        let skipped = skipped.filter(|skipped| {
            read[..*skipped].iter().all({
                let mut is_one = is_one;
                move |range| is_one(range)
            })
        });
        let Some(skipped) = skipped else {
            let given = objet::text::as_repr(Some(&Array::from(read.clone())));
            let found =
                format!("expected shape={}, given region={given}", objet::text::as_repr(Some(&target.shape)));
            return Err(error("Input dimension mismatch with tensor intrin", found));
        };
        let (key, tensor) = (output_of(tensor), target.clone());
        matcher.inputs.insert(key, Input { tensor, region: read.clone(), skipped });
    }
    for (own, other, problem) in [
        (&op.axis, &target.axis, "Tensorize: Output mismatch with tensor intrin"),
        (&op.reduce_axis, &target.reduce_axis, "Tensorize: Reduction mismatch with tensor intrin"),
    ] {
        let mismatch = || error(problem, counts(own.len(), other.len()));
        let first = own.len().checked_sub(other.len()).ok_or_else(mismatch)?;
        for axis in &own[..first] {
            let range = stage.range_of(axis, &region.ranges)?;
            if !op::is_const_int(&range.extent, 1) {
                return Err(mismatch());
            }
            matcher.values.insert(axis.var.clone(), range.min.clone());
        }
        for (axis, target) in own[first..].iter().zip(other) {
            let range = stage.range_of(axis, &region.ranges)?;
            matcher.values.insert(axis.var.clone(), op::add(&target.var, &range.min, None)?);
            matcher.axes.insert(axis.clone(), target.clone());
            matcher.space.extend(target.dom.clone().map(|domain| (target.var.clone(), domain)));
        }
    }
    if op.body.len() != target.body.len() {
        let found = counts(op.body.len(), target.body.len());
        return Err(error("Tensorize failed: body size mismatch", found));
    }
    let mut analyzer = Analyzer::new();
    for (var, range) in &matcher.space {
        analyzer.bind_range(var, range, false)?;
    }
    for (own, other) in op.body.iter().zip(&target.body) {
        let own = analyzer.simplify(&matcher.element(own)?, 2);
        let other = analyzer.simplify(other, 2);
        if own.dtype != other.dtype {
            let found = format!("provided={}, intrin={}", own.dtype, other.dtype);
            return Err(error("Failed to match the data type with the declaration", found));
        }
        if !structural_equal(&own, &other) {
            let text = |expr: &PrimExpr| objet::text::as_repr(Some(expr));
            let found = format!("provided= {}, intrin=  {}", text(&own), text(&other));
            return Err(error("Failed to match the compute with the declaration", found));
        }
    }
    Ok(())
}

impl Matcher {
    /// Returns an element of the stage as an element of the intrinsic.
    fn element(&mut self, expr: &PrimExpr) -> Result<PrimExpr> {
        let Some(reduce) = expr.downcast_ref::<Reduce>() else { return self.mutate(expr.clone()) };
        let axes: Array<IterVar> =
            reduce.axis.iter().filter_map(|axis| self.axes.get(axis).cloned()).collect();
        let source: Array<PrimExpr> = self.mutate(reduce.source.clone())?;
        let condition = self.mutate_option(reduce.condition.as_ref())?;
        let init = self.mutate(reduce.init.clone().unwrap_or_default())?;
        let (combiner, index) = (reduce.combiner.clone(), reduce.value_index);
        Ok(Reduce::new(combiner, source, axes, condition, index, init, None)?.upcast())
    }

    fn mutate_option(&mut self, expr: Option<&PrimExpr>) -> Result<Option<PrimExpr>> {
        expr.map(|expr| self.mutate(expr.clone())).transpose()
    }
}

impl StmtExprMutator for Matcher {
    type Error = ScheduleError;

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr> {
        Ok(self.values.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }

    fn visit_producer_load(&mut self, load: ProducerLoad) -> Result<PrimExpr> {
        let tensor = load.producer.downcast_ref::<Tensor>();
        let Some(input) = tensor.and_then(|tensor| self.inputs.get(&output_of(tensor))) else {
            return Ok(load.upcast());
        };
        let mut indices = Vec::new();
        for (index, range) in load.indices.iter().zip(&input.region).skip(input.skipped) {
            indices.push(op::sub(index, &range.min, None)?);
        }
        Ok(ProducerLoad::of_tensor(input.tensor.clone(), indices, None)?.upcast())
    }
}
