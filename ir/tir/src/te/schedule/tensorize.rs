//! Statements of operations that tensor intrinsics perform.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::bound_check::KnownRanges;
use super::compute_stmt::ComputeNest;
use super::loop_nest::{Frame, conditions, inside, inside_nest, substitute_axes, substitute_vars};
use super::op_stmt::bind_buffer;
use super::tensor_match::{TensorizedRegion, check_body};
use super::{Result, ScheduleError, Stage};
use crate::analysis::uses_var;
use crate::arg_binder::{ArgBinder, Bindings};
use crate::expr::{IterVarType, Range, Var};
use crate::op;
use crate::stmt::{IfThenElse, SeqStmt, Stmt};
use crate::te::{ComputeOp, ComputeOpNode, TensorComputeOp, TensorIntrin, TensorOperation};

/// The parts of the statement of a tensor intrinsic.
struct Instruction<'a> {
    stage: &'a Stage,
    intrin: &'a TensorIntrin,
    nest: ComputeNest,
    /// The number of loops around the instruction.
    loops: usize,
    inputs: Vec<Frame>,
    outputs: Vec<Frame>,
    /// The values of the variables of the intrinsic.
    values: HashMap<Var, PrimExpr>,
    checks: Bindings,
    is_reduction: bool,
}

/// Binds a parameter of an intrinsic to a value.
fn bind(
    binder: &mut ArgBinder<'_>,
    stage: &Stage,
    argument: &PrimExpr,
    value: &PrimExpr,
    name: &str,
) -> Result {
    match binder.bind(argument, value, name) {
        Ok(_) => Ok(()),
        Err(error) => Err(ScheduleError::Value {
            stage: stage.label(),
            problem: "a parameter of the tensor intrinsic has another value",
            found: error.to_string(),
        }),
    }
}

/// Returns the statement of an operation whose inner axes a tensor intrinsic computes.
pub(super) fn tensor_compute_stmt(
    op: &TensorComputeOp,
    stage: &Stage,
    known: &mut KnownRanges<'_>,
    keeps_trivial: bool,
) -> Result<Stmt> {
    let intrin = &op.intrin;
    let outputs = op.output_types().len();
    if intrin.buffers.len() < op.inputs.len() || op.input_regions.len() < op.inputs.len() {
        return Err(stage.error("the tensor intrinsic has fewer buffers than inputs"));
    }
    let inputs = op.inputs.iter().zip(&op.input_regions).zip(&intrin.buffers);
    let inputs = inputs.map(|((tensor, region), buffer)| bind_buffer(buffer, tensor, region)).collect();
    let schedulable = usize::try_from(op.schedulable_ndim).unwrap_or_default();
    let mut region = Vec::new();
    for (index, axis) in op.axis.iter().enumerate() {
        region.push(match (&axis.dom, index < schedulable) {
            (_, true) => Range::from_min_extent(axis.var.clone(), 1),
            (Some(domain), false) => domain.clone(),
            (None, false) => return Err(stage.axis_error(axis, "the axis has no domain")),
        });
    }
    let mut bindings = Vec::new();
    let current = stage.operation()?;
    for index in 0..outputs {
        let buffer = &intrin.buffers[op.inputs.len() + index];
        bindings.push(bind_buffer(buffer, &current.output(index)?, &region));
    }
    let mut values = HashMap::new();
    let mut binder = ArgBinder::new(&mut values);
    if intrin.scalar_params.len() != op.scalar_inputs.len() {
        return Err(stage.error("the number of scalars differs from that of the tensor intrinsic"));
    }
    for (index, (param, value)) in intrin.scalar_params.iter().zip(&op.scalar_inputs).enumerate() {
        let name = format!("{}[{index}]", op.name);
        bind(&mut binder, stage, param.upcast_ref(), value, &name)?;
    }
    let checks = binder.finish();
    let instruction = Instruction {
        stage,
        intrin,
        nest: ComputeNest::new(op, stage, known, keeps_trivial)?,
        loops: stage.leaf_iter_vars.load().len(),
        inputs,
        outputs: bindings,
        values,
        checks,
        is_reduction: !op.reduce_axis.is_empty(),
    };
    instruction.stmt(known)
}

/// Returns the statement of an operation whose inner loops are replaced by a tensor intrinsic.
pub(super) fn tensorize_stmt(
    op: &ComputeOp,
    stage: &Stage,
    known: &mut KnownRanges<'_>,
    keeps_trivial: bool,
) -> Result<Stmt> {
    let region = TensorizedRegion::new(op, stage, known.ranges)?;
    let leaves = stage.leaf_iter_vars.load();
    let attr = leaves.get(region.loops).and_then(|leaf| stage.attr_of(leaf));
    let intrin = attr.and_then(|attr| attr.tensor_intrin.clone());
    let intrin = intrin.ok_or_else(|| stage.error("the tensorized axis has no tensor intrinsic"))?;
    let nest = ComputeNest::new(op, stage, known, keeps_trivial)?;
    check_conditions(stage, &nest, region.loops)?;
    check_body(op, stage, known.ranges, &region, &intrin)?;

    let target = intrin.op.as_node::<ComputeOpNode>();
    let target = target.ok_or_else(|| stage.error("Only support compute intrinsic for now"))?;
    if intrin.inputs.len() + target.body.len() != intrin.buffers.len() {
        return Err(stage.error("the tensor intrinsic does not have a buffer for each tensor"));
    }
    let mut inputs = Vec::new();
    for ((tensor, read), buffer) in region.inputs.iter().zip(&intrin.buffers) {
        inputs.push(bind_buffer(buffer, tensor, read));
    }
    let written = op.axis.iter().map(|axis| stage.range_of(axis, &region.ranges).cloned());
    let written = written.collect::<Result<Vec<_>>>()?;
    let mut outputs = Vec::new();
    let current = stage.operation()?;
    for (index, buffer) in intrin.buffers.iter().skip(intrin.inputs.len()).enumerate() {
        outputs.push(bind_buffer(buffer, &current.output(index)?, &written));
    }
    let mut values = HashMap::new();
    let mut binder = ArgBinder::new(&mut values);
    let first = op.reduce_axis.len().saturating_sub(target.reduce_axis.len());
    for (axis, target) in op.reduce_axis[first..].iter().zip(&target.reduce_axis) {
        let range = stage.range_of(axis, &region.ranges)?;
        let (Some(domain), Some(own)) = (&target.dom, &axis.dom) else {
            return Err(stage.axis_error(axis, "the axis has no domain"));
        };
        let zero = op::make_zero(own.min.dtype, None)?;
        bind(&mut binder, stage, &domain.min, &zero, "tensir_intrin.reduction.min")?;
        bind(&mut binder, stage, &domain.extent, &range.extent, "tensir_intrin.reduction.extent")?;
    }
    let checks = binder.finish();
    let is_reduction = region.loops > nest.common;
    let (loops, intrin) = (region.loops, &intrin);
    Instruction { stage, intrin, nest, loops, inputs, outputs, values, checks, is_reduction }.stmt(known)
}

/// Checks that no condition depends on a loop that the intrinsic replaces.
fn check_conditions(stage: &Stage, nest: &ComputeNest, loops: usize) -> Result {
    let inner = |nest: &[Vec<Frame>]| -> HashSet<Var> {
        nest.iter().skip(loops + 1).flatten().filter_map(|frame| frame.var().cloned()).collect()
    };
    let vars: HashSet<Var> = inner(&nest.main).into_iter().chain(inner(&nest.init)).collect();
    for condition in nest.main_conditions.iter().chain(&nest.init_conditions) {
        if uses_var(condition, |var| vars.contains(var)) {
            return Err(ScheduleError::Value {
                stage: stage.label(),
                problem: "Tensorize failed, split condition relies on var defined inside tensorize scope",
                found: objet::text::as_repr(Some(condition)),
            });
        }
    }
    Ok(())
}

impl Instruction<'_> {
    /// Returns a statement of the intrinsic, in which its buffers are regions of the tensors.
    fn bound(&self, stmt: Stmt) -> Result<Stmt> {
        let stmt = inside(self.inputs.iter().chain(&self.outputs), stmt)?;
        let stmt = substitute_vars(stmt, &self.values)?;
        substitute_axes(self.checks.around(stmt)?, &self.nest.main_values, &[])
    }

    fn part<'b>(&self, part: &'b Option<Stmt>, problem: &'static str) -> Result<&'b Stmt> {
        part.as_ref().ok_or_else(|| self.stage.error(problem))
    }

    /// Returns the statement with all loops.
    fn stmt(&self, known: &KnownRanges<'_>) -> Result<Stmt> {
        let Self { intrin, nest, loops, .. } = self;
        let conditioned = |frames: &[Vec<Frame>], tests: &[PrimExpr], stmt| {
            inside_nest(frames, inside(conditions(tests).iter(), stmt)?)
        };
        if !self.is_reduction {
            let body =
                self.bound(self.part(&intrin.body, "Normal store op for intrin is not defined")?.clone())?;
            return conditioned(&nest.main[..=*loops], &nest.main_conditions, body);
        }
        let update = self.part(&intrin.reduce_update, "Reduction update op is not defined")?;
        let common = &nest.main[..=nest.common];
        let inner = nest.main.get(nest.common + 1..=*loops).unwrap_or_default();
        if let Some(init) = &intrin.reduce_init {
            let init = inside(self.outputs.iter(), init.clone())?;
            let init = substitute_axes(init, &nest.init_values, &[])?;
            let init_nest = nest.init.get(..=*loops).unwrap_or_default();
            let init = conditioned(init_nest, &nest.init_conditions, init)?;
            let update = conditioned(inner, &nest.main_conditions, self.bound(update.clone())?)?;
            return inside_nest(common, SeqStmt::flatten([init, update]));
        }
        let body = self.part(&intrin.body, "Normal body op is not defined")?;
        let update = self.bound(self.first_or_later(body, update, known)?)?;
        inside_nest(common, conditioned(inner, &nest.main_conditions, update)?)
    }

    /// Returns the statement that runs `body` in the first iteration of a reduction, and `update`
    /// in the other iterations.
    fn first_or_later(&self, body: &Stmt, update: &Stmt, known: &KnownRanges<'_>) -> Result<Stmt> {
        let mut is_later = op::make_const(DataType::BOOL, false, None)?;
        let mut reductions = HashSet::new();
        for leaf in &self.stage.leaf_iter_vars.load() {
            let attr = self.stage.attr_of(leaf);
            if attr.is_some_and(|attr| attr.iter_type == IterVarType::Tensorized) {
                break;
            }
            if leaf.iter_type == IterVarType::CommReduce {
                let range = self.stage.range_of(leaf, known.ranges)?;
                let later = op::likely(op::greater(&leaf.var, &range.min, None)?, None)?;
                is_later = op::logical_or(is_later, later, None)?;
                reductions.insert(leaf.var.clone());
            }
        }
        for condition in &self.nest.main_conditions {
            if uses_var(condition, |var| reductions.contains(var)) {
                return Err(ScheduleError::Value {
                    stage: self.stage.label(),
                    problem: "Tensorize update transform failed, a condition has a conflict with the reset condition",
                    found: objet::text::as_repr(Some(condition)),
                });
            }
        }
        Ok(IfThenElse::new(is_later, update.clone(), Some(body.clone()), None)?.upcast())
    }
}
