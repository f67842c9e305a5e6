//! Gradients of pooling.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, compute, compute_op, flat_index, load, tag};
use super::pool::{PoolKind, Windows, reduce_axis};
use super::reduce::{ARGMAX, sum_over};
use crate::check::Check;
use crate::op::{self, simplified};
use crate::te::{Tensor, TensorOperation};

/// The gradient of a pooling of two axes with respect to its input `x`, for the gradient of its
/// result.
///
/// # Errors
/// Returns an error if there are not two axes, or if a list of the windows has another length.
pub fn pool_grad(out_grad: &Tensor, x: &Tensor, windows: &Windows, kind: PoolKind) -> Result {
    let check = Check("topi.nn.pool_grad");
    check.count("axes", 2, windows.axes.len())?;
    let (is_padded, windows) = (windows.is_padded(), windows.checked(x)?);
    let ndim = x.shape.len();
    check.count("axes of the gradient", ndim, out_grad.shape.len())?;
    let mut vars = Vec::new();
    for (name, (size, stride)) in ["wh", "ww"].into_iter().zip(windows.sizes.iter().zip(&windows.strides)) {
        let sum = op::sub(op::add(size, stride, None)?, 1, None)?;
        vars.push(reduce_axis(name, &op::div(sum, stride, None)?)?);
    }
    let mut counts = x.shape.clone();
    for (index, axis) in windows.axes.iter().enumerate() {
        let rest = op::sub(&x.shape[*axis], &windows.sizes[index], None)?;
        let rest = op::add(op::add(rest, &windows.before[index], None)?, &windows.after[index], None)?;
        let count = op::add(op::div(rest, &windows.strides[index], None)?, 1, None)?;
        counts.set(*axis, simplified(&count));
    }
    let zero = op::make_zero(x.dtype, None)?;
    let first = match kind {
        PoolKind::Max => Some(first_maximum(x, &windows, &counts, is_padded)?),
        PoolKind::Average { .. } => None,
    };
    let name = if first.is_some() { "pool_grad_max" } else { "pool_grad_avg" };
    compute(&x.shape, "T_pool_grad", name, |indices| {
        let (mut padded, mut own) = (indices.to_vec(), indices.to_vec());
        let mut lower = Vec::new();
        for (index, axis) in windows.axes.iter().enumerate() {
            let (size, stride) = (&windows.sizes[index], &windows.strides[index]);
            padded[*axis] = op::add(&indices[*axis], &windows.before[index], None)?;
            own[*axis] = op::sub(op::div(&padded[*axis], stride, None)?, &vars[index].var, None)?;
            let behind = op::div(op::sub(&padded[*axis], size, None)?, stride, None)?;
            let is_first = op::less(&padded[*axis], size, None)?;
            lower.push(op::select(is_first, 0, op::add(behind, 1, None)?, None)?);
        }
        let is_low = |index: usize| op::greater_equal(&own[windows.axes[index]], &lower[index], None);
        let gradient = load(out_grad, own.clone())?;
        let (holds, gradient) = match &first {
            Some((first, shape)) => {
                let is_inside = op::logical_and(is_low(0)?, is_low(1)?, None)?;
                let flat = flat_index(&padded, shape)?;
                let is_own = op::equal(load(first, own.clone())?, flat, None)?;
                (op::logical_and(is_inside, is_own, None)?, gradient)
            }
            None => {
                let is_in = |index: usize| {
                    let axis = windows.axes[index];
                    op::logical_and(is_low(index)?, op::less(&own[axis], &counts[axis], None)?, None)
                };
                let count = shared_elements(x, &windows, kind, &own)?;
                (op::logical_and(is_in(0)?, is_in(1)?, None)?, op::div(gradient, count, None)?)
            }
        };
        sum_over(op::if_then_else(holds, gradient, &zero, None)?, &vars)
    })
}

/// Returns the position of the first maximum of each window, and the shape of the positions.
fn first_maximum(
    x: &Tensor,
    windows: &Windows,
    counts: &Array<PrimExpr>,
    is_padded: bool,
) -> Result<(Tensor, Vec<PrimExpr>)> {
    let mut shape = x.shape.to_vec();
    for (index, axis) in windows.axes.iter().enumerate() {
        let before = op::add(&shape[*axis], &windows.before[index], None)?;
        shape[*axis] = op::add(before, &windows.after[index], None)?;
    }
    let vars = [reduce_axis("dh", &windows.sizes[0])?, reduce_axis("dw", &windows.sizes[1])?];
    let padded = if is_padded { windows.padded(x, op::min_value(x.dtype, None)?)? } else { x.clone() };
    let maxima = compute_op(counts, "maxpool_grad_argmax", tag::COMM_REDUCE_IDX, Map::new(), |indices| {
        let mut own = indices.to_vec();
        for (index, axis) in windows.axes.iter().enumerate() {
            let start = op::mul(&indices[*axis], &windows.strides[index], None)?;
            own[*axis] = op::add(start, &vars[index].var, None)?;
        }
        let flat = flat_index(&own, &shape)?;
        ARGMAX.best(flat, load(&padded, own)?, &vars, false)
    })?;
    Ok((maxima.output(0)?, shape))
}

/// Returns the number of elements that share the gradient of the window at `indices`.
fn shared_elements(x: &Tensor, windows: &Windows, kind: PoolKind, indices: &[PrimExpr]) -> Result<PrimExpr> {
    if kind == (PoolKind::Average { count_include_pad: true }) {
        return op::mul(&windows.sizes[0], &windows.sizes[1], None);
    }
    let mut count = PrimExpr::from(1);
    for (index, axis) in windows.axes.iter().enumerate() {
        let start = op::mul(&indices[*axis], &windows.strides[index], None)?;
        let start = op::sub(start, &windows.before[index], None)?;
        let end = op::add(&start, &windows.sizes[index], None)?;
        let end = op::min(end, &x.shape[*axis], None)?;
        count = op::mul(count, op::sub(end, op::max(start, 0, None)?, None)?, None)?;
    }
    op::max(count, 1, None)
}
