//! The statements of operations, and the regions that they need.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::bound_check::KnownRanges;
use super::compute_stmt::{Kind, compute_stmt, kind_of, schedulable_axes};
use super::cross_thread::cross_thread_stmt;
use super::hybrid_stmt::hybrid_stmt;
use super::loop_nest::{Frame, NestOptions, conditions, inside, loop_nest};
use super::passing::Values;
use super::tensorize::{tensor_compute_stmt, tensorize_stmt};
use super::{Ranges, Result, ScheduleError, Stage};
use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::builtin;
use crate::expr::{Call, IterVarType, Range};
use crate::op;
use crate::stmt::{Evaluate, ProducerRealize, Stmt};
use crate::te::{
    BaseComputeOp, ComputeOp, ExternOp, HybridOp, Operation, ScanOp, Tensor, TensorComputeOp, TensorOperation,
};

/// Returns the tuple of expressions as an expression.
pub(super) fn tuple(elements: impl Into<Array<PrimExpr>>) -> PrimExpr {
    Call::of(DataType::HANDLE, builtin::tvm_tuple(), elements, None).upcast()
}

/// Returns the frame in which a buffer is a region of a tensor.
pub(super) fn bind_buffer(buffer: &Buffer, tensor: &Tensor, region: &[Range]) -> Frame {
    let node: Array<ObjectRef> = Array::from([buffer.clone().upcast(), tensor.clone().upcast()]);
    let bounds: Array<PrimExpr> =
        region.iter().flat_map(|range| [range.min.clone(), range.extent.clone()]).collect();
    Frame::attr(node, "buffer_bind_scope", tuple(bounds))
}

/// Returns the ranges of all elements of a tensor.
fn full_region(shape: &Array<PrimExpr>) -> Result<Vec<Range>> {
    let range =
        |extent: &PrimExpr| Ok(Range::from_min_extent(op::make_zero(extent.dtype, None)?, extent.clone()));
    shape.iter().map(range).collect()
}

/// Returns the statement that computes the results of a stage.
pub(super) fn provide(stage: &Stage, known: &mut KnownRanges<'_>, keeps_trivial: bool) -> Result<Stmt> {
    let op = stage.operation()?;
    if let Some(compute) = op.downcast_ref::<ComputeOp>() {
        return match kind_of(stage)? {
            Kind::Loops => compute_stmt(compute, stage, known, keeps_trivial),
            Kind::CrossThread => cross_thread_stmt(compute, stage, known, keeps_trivial),
            Kind::Tensorize => tensorize_stmt(compute, stage, known, keeps_trivial),
        };
    }
    if let Some(compute) = op.downcast_ref::<TensorComputeOp>() {
        return tensor_compute_stmt(compute, stage, known, keeps_trivial);
    }
    if let Some(scan) = op.downcast_ref::<ScanOp>() {
        return scan_stmt(scan, stage, known, keeps_trivial);
    }
    if let Some(external) = op.downcast_ref::<ExternOp>() {
        return extern_stmt(external);
    }
    if let Some(hybrid) = op.downcast_ref::<HybridOp>() {
        return hybrid_stmt(hybrid, stage, known.ranges);
    }
    Err(unknown(stage, &op))
}

fn unknown(stage: &Stage, op: &Operation) -> ScheduleError {
    let (problem, found) = ("no statement computes this kind of operation", op.type_key().to_owned());
    ScheduleError::Value { stage: stage.label(), problem, found }
}

/// Returns the loops of a scan with places for the initial points and for the updates.
fn scan_stmt(scan: &ScanOp, stage: &Stage, known: &mut KnownRanges<'_>, keeps_trivial: bool) -> Result<Stmt> {
    let op = stage.operation()?;
    let update = Frame::attr(op.clone(), "scan_update_scope", scan.scan_axis.var.clone());
    let update = update.around(Evaluate::new(0, None).upcast())?;
    let leaves = stage.leaf_iter_vars.load();
    let is_thread = |position: &usize| leaves[*position].iter_type == IterVarType::ThreadIndex;
    let threads = (0..leaves.len()).take_while(is_thread).count();
    if (threads..leaves.len()).any(|position| is_thread(&position)) {
        return Err(stage.error("the threads of a scan are not the outermost loops"));
    }
    let none = std::collections::HashSet::new();
    let mut values = Values::new();
    let options = NestOptions { first: 0, renames: false, skipped: &none, keeps_trivial };
    let mut nest = loop_nest(stage, known, &options, &mut values)?;
    nest[threads].push(Frame::attr(op, "scan_init_scope", 0));
    nest.push(conditions(&known.bound_check(stage, &values, false, &none)?));
    inside(nest.iter().flatten(), update)
}

/// Returns the statement of an external operation, in which buffers are the tensors.
fn extern_stmt(op: &ExternOp) -> Result<Stmt> {
    let mut frames = Vec::new();
    for (tensor, buffer) in op.inputs.iter().zip(&op.input_placeholders) {
        frames.push(bind_buffer(buffer, tensor, &whole(buffer)?));
    }
    for (index, buffer) in op.output_placeholders.iter().enumerate() {
        frames.push(bind_buffer(buffer, &op.output(index)?, &whole(buffer)?));
    }
    frames.push(Frame::attr(op::make_zero(DataType::int(32), None)?, "extern_scope", 0));
    inside(frames.iter(), op.body.clone())
}

fn whole(buffer: &Buffer) -> Result<Vec<Range>> {
    full_region(&buffer.shape)
}

/// Returns a statement in which the results of a stage are available.
pub(super) fn realize(stage: &Stage, ranges: &Ranges, body: Stmt) -> Result<Stmt> {
    let op = stage.operation()?;
    let scope = stage.scope.load();
    let realized = |tensor: &Tensor, bounds: Vec<Range>, body: Stmt| -> Result<Stmt> {
        let always = op::const_true(1, None)?;
        Ok(ProducerRealize::new(tensor.clone(), bounds, always, body, scope.as_str(), None)?.upcast())
    };
    let mut body = body;
    if let Some(compute) = op.downcast_ref::<BaseComputeOp>() {
        let bounds = compute.axis.iter().map(|axis| stage.range_of(axis, ranges).cloned());
        let bounds = bounds.collect::<Result<Vec<_>>>()?;
        for index in (0..op.output_types().len()).rev() {
            let tensor = op.output(index)?;
            body = realized(&tensor, bounds.clone(), body)?;
            for (position, axis) in (0_i32..).zip(schedulable_axes(compute)) {
                let Some(attr) = stage.attr_of(axis).filter(|attr| attr.dim_align_factor != 0) else {
                    continue;
                };
                let alignment = [position, attr.dim_align_factor, attr.dim_align_offset].map(PrimExpr::from);
                body = Frame::attr(tensor.clone(), "buffer_dim_align", tuple(alignment)).around(body)?;
            }
        }
    } else if let Some(scan) = op.downcast_ref::<ScanOp>() {
        let range = stage.range_of(&scan.scan_axis, ranges)?;
        let end = Analyzer::new().simplify(&op::add(&range.extent, &range.min, None)?, 2);
        let mut axes = scan.spatial_axis.iter();
        for (index, update) in scan.update.iter().enumerate() {
            let mut bounds = vec![Range::from_min_extent(0, end.clone())];
            for axis in axes.by_ref().take(update.shape.len().saturating_sub(1)) {
                bounds.push(stage.range_of(axis, ranges)?.clone());
            }
            body = realized(&op.output(index)?, bounds, body)?;
        }
    } else {
        for (index, (shape, _)) in op.output_types().iter().enumerate() {
            body = realized(&op.output(index)?, full_region(shape)?, body)?;
        }
    }
    Ok(body)
}
