//! Global functions through which front ends create, change and lower schedules.

use objet::prelude::*;
use objet_ir::expr::{ExprArg, PrimExpr};

use super::{
    Result, Schedule, Stage, infer_bound, schedule_ops, schedule_post_proc_to_prim_func,
    verify_compact_buffer,
};
use crate::buffer::Buffer;
use crate::expr::{IterVar, Range};
use crate::function::PrimFunc;
use crate::stmt::Stmt;
use crate::te::{ComputeOp, Operation, Tensor, TensorIntrin};

/// Creates a schedule in which each operation has loops of its own.
#[register_global("te.CreateSchedule", short)]
fn create_schedule(ops: Array<Operation>) -> Result<Schedule> {
    Schedule::new(ops)
}

/// Sets the storage scope of the results.
#[register_global("te.StageSetScope", short)]
fn set_scope(stage: Stage, scope: &str) -> Stage {
    stage.set_scope(scope);
    stage
}

/// Computes the stage in a loop of another stage.
#[register_global("te.StageComputeAt", short)]
fn compute_at(stage: Stage, parent: Stage, scope: IterVar) -> Result<Stage> {
    stage.compute_at(&parent, &scope)?;
    Ok(stage)
}

/// Computes the elements of the stage where they are read.
#[register_global("te.StageComputeInline", short)]
fn compute_inline(stage: Stage) -> Result<Stage> {
    stage.compute_inline()?;
    Ok(stage)
}

/// Computes the stage at the root of its group.
#[register_global("te.StageComputeRoot", short)]
fn compute_root(stage: Stage) -> Result<Stage> {
    stage.compute_root()?;
    Ok(stage)
}

/// Binds an axis to a thread axis.
#[register_global("te.StageBind", short)]
fn bind(stage: Stage, ivar: IterVar, thread_ivar: IterVar) -> Result<Stage> {
    stage.bind(&ivar, &thread_ivar)?;
    Ok(stage)
}

/// Splits an axis by the extent of the inner axis.
#[register_global("te.StageSplitByFactor", short)]
fn split_by_factor(stage: Stage, parent: IterVar, factor: ExprArg) -> Result<Array<IterVar>> {
    let (outer, inner) = stage.split(&parent, factor.0)?;
    Ok(Array::from([outer, inner]))
}

/// Splits an axis by the extent of the outer axis.
#[register_global("te.StageSplitByNParts", short)]
fn split_by_nparts(stage: Stage, parent: IterVar, nparts: ExprArg) -> Result<Array<IterVar>> {
    let (outer, inner) = stage.split_by_nparts(&parent, nparts.0)?;
    Ok(Array::from([outer, inner]))
}

/// Fuses consecutive axes.
#[register_global("te.StageFuse", short)]
fn fuse(stage: Stage, axes: Array<IterVar>) -> Result<IterVar> {
    stage.fuse(&axes)
}

/// Puts loops in this order.
#[register_global("te.StageReorder", short)]
fn reorder(stage: Stage, order: Array<IterVar>) -> Result<Stage> {
    stage.reorder(&order)?;
    Ok(stage)
}

/// Splits two axes, and puts both inner loops inside of both outer loops.
#[register_global("te.StageTile", short)]
fn tile(
    stage: Stage,
    x_parent: IterVar,
    y_parent: IterVar,
    x_factor: ExprArg,
    y_factor: ExprArg,
) -> Result<Array<IterVar>> {
    Ok(Array::from(stage.tile(&x_parent, &y_parent, x_factor.0, y_factor.0)?))
}

/// Launches threads around a scan.
#[register_global("te.StageEnvThreads", short)]
fn env_threads(stage: Stage, threads: Array<IterVar>) -> Result<Stage> {
    stage.env_threads(&threads)?;
    Ok(stage)
}

/// Stores results only if a condition holds.
#[register_global("te.StageSetStorePredicate", short)]
fn set_store_predicate(stage: Stage, predicate: ExprArg) -> Stage {
    stage.set_store_predicate(predicate.0);
    stage
}

/// Vectorizes a loop.
#[register_global("te.StageVectorize", short)]
fn vectorize(stage: Stage, var: IterVar) -> Result<Stage> {
    stage.vectorize(&var)?;
    Ok(stage)
}

/// Replaces a loop and the loops inside by a tensor intrinsic.
#[register_global("te.StageTensorize", short)]
fn tensorize(stage: Stage, var: IterVar, f: TensorIntrin) -> Result<Stage> {
    stage.tensorize(&var, f)?;
    Ok(stage)
}

/// Unrolls a loop.
#[register_global("te.StageUnroll", short)]
fn unroll(stage: Stage, var: IterVar) -> Result<Stage> {
    stage.unroll(&var)?;
    Ok(stage)
}

/// Runs the iterations of a loop in parallel.
#[register_global("te.StageParallel", short)]
fn parallel(stage: Stage, var: IterVar) -> Result<Stage> {
    stage.parallel(&var)?;
    Ok(stage)
}

/// Adds a pragma to a loop. Without a value, the value is 1.
#[register_global("te.StagePragma", short)]
fn pragma(stage: Stage, var: IterVar, pragma_type: &str, pragma_value: Option<ExprArg>) -> Result<Stage> {
    stage.pragma(&var, pragma_type, pragma_value.map(|value| value.0))?;
    Ok(stage)
}

/// Prefetches a tensor in a loop.
#[register_global("te.StagePrefetch", short)]
fn prefetch(stage: Stage, tensor: Tensor, var: IterVar, offset: ExprArg) -> Result<Stage> {
    stage.prefetch(&tensor, &var, offset.0)?;
    Ok(stage)
}

/// Aligns the stride of an axis of the result.
#[register_global("te.StageStorageAlign", short)]
fn storage_align(stage: Stage, axis: IterVar, factor: i32, offset: i32) -> Stage {
    stage.storage_align(&axis, factor, offset);
    stage
}

/// Gives the results two buffers, which are used in turn.
#[register_global("te.StageDoubleBuffer", short)]
fn double_buffer(stage: Stage) -> Result<Stage> {
    stage.double_buffer()?;
    Ok(stage)
}

/// Returns the schedule in normal form.
#[register_global("te.ScheduleNormalize", short)]
fn normalize(schedule: Schedule) -> Result<Schedule> {
    schedule.normalize()
}

/// Groups the stages between outputs and inputs.
#[register_global("te.ScheduleCreateGroup", short)]
fn create_group(
    schedule: Schedule,
    outputs: Array<Tensor>,
    inputs: Array<Tensor>,
    include_inputs: bool,
) -> Result<Stage> {
    schedule.create_group(&outputs, &inputs, include_inputs)
}

/// Adds a stage that copies a tensor to another memory, from which some operations read it.
#[register_global("te.ScheduleCacheRead", short)]
fn cache_read(schedule: Schedule, tensor: Tensor, scope: &str, readers: Array<Operation>) -> Result<Tensor> {
    schedule.cache_read(&tensor, scope, &readers)
}

/// Adds a stage that computes one tensor or an array of tensors in another memory. Returns a tensor
/// or an array, too.
#[register_global("te.ScheduleCacheWrite", short)]
fn cache_write(
    schedule: Schedule,
    tensor: ObjectRef,
    scope: &str,
) -> std::result::Result<ObjectRef, objet::function::BoxError> {
    if let Some(tensors) = tensor.downcast_ref::<Array<Tensor>>() {
        return Ok(Array::from(schedule.cache_write(tensors, scope)?).upcast());
    }
    let caches = schedule.cache_write(&[tensor.downcast()?], scope)?;
    let first = caches.into_iter().next();
    Ok(first.ok_or("the operation has no output")?.upcast())
}

/// Computes a reduction in two steps.
#[register_global("te.ScheduleRFactor", short)]
fn rfactor(schedule: Schedule, tensor: Tensor, axis: IterVar, factor_axis: i32) -> Result<Array<Tensor>> {
    Ok(schedule.rfactor(&tensor, &axis, factor_axis)?.into())
}

/// Computes the ranges of all axes of a normalized schedule.
#[register_global("schedule.InferBound", short)]
fn infer_bound_of(sch: Schedule) -> Result<Map<IterVar, Range>> {
    infer_bound(&sch)
}

/// Returns the statement of a normalized schedule.
#[register_global("schedule.ScheduleOps", short)]
fn schedule_ops_of(
    sch: Schedule,
    dom_map: Map<IterVar, Range>,
    #[default(false)] debug_keep_trivial_loop: bool,
) -> Result<Stmt> {
    schedule_ops(&sch, &dom_map, debug_keep_trivial_loop)
}

/// Returns the function of a statement over tensors.
#[register_global("schedule.SchedulePostProcToPrimFunc", short)]
fn post_proc_to_prim_func(
    arg_list: Array<ObjectRef>,
    body: Stmt,
    extern_buffer_opt: Option<Map<Tensor, Buffer>>,
) -> Result<PrimFunc> {
    schedule_post_proc_to_prim_func(&arg_list, body, &extern_buffer_opt.unwrap_or_default())
}

/// Whether a statement binds buffers to regions of tensors.
#[register_global("schedule.VerifyCompactBuffer", short)]
fn verify_compact_buffer_of(stmt: Stmt) -> bool {
    verify_compact_buffer(&stmt)
}

/// Inlines the stages that compute each element from the elements at the same indices.
#[register_global("schedule.AutoInlineElemWise", short)]
fn auto_inline_elem_wise(sch: Schedule) -> Result {
    sch.inline_where(is_elem_wise)
}

/// Inlines the stages without reductions.
#[register_global("schedule.AutoInlineInjective", short)]
fn auto_inline_injective(sch: Schedule) -> Result {
    sch.inline_where(|op| op.downcast_ref::<ComputeOp>().is_some_and(|op| op.reduce_axis.is_empty()))
}

/// Inlines no stage: as in TVM, no operation counts as a broadcast.
#[register_global("schedule.AutoInlineBroadcast", short)]
fn auto_inline_broadcast(sch: Schedule) -> Result {
    sch.inline_where(|_| false)
}

fn is_elem_wise(op: &Operation) -> bool {
    let Some(compute) = op.downcast_ref::<ComputeOp>() else { return false };
    super::op_bounds::loads_of(op).into_values().flatten().all(|load| {
        let is_axis = |(index, axis): (&PrimExpr, &IterVar)| index.same_as(&axis.var);
        load.indices.len() == compute.axis.len() && load.indices.iter().zip(&compute.axis).all(is_axis)
    })
}
