//! Softmax.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, UNNAMED, axis_at, compute, load};
use super::elementwise::intrinsic;
use super::pool::reduce_axis;
use super::reduce::{max_over, sum_over};
use crate::builtin;
use crate::check::Check;
use crate::op;
use crate::te::Tensor;

/// The logarithm of the softmax along the last axis of a matrix.
///
/// # Errors
/// Returns an error if the tensor is not a matrix.
pub fn log_softmax(x: &Tensor, axis: i64) -> Result {
    let check = Check("topi.nn.log_softmax");
    check.count("axes", 2, x.shape.len())?;
    let axis_number = axis_at("topi.nn.log_softmax", axis, 2)?;
    check.number("axis", axis, axis_number == 1, "the last axis")?;
    let rows = x.shape.iter().take(1).cloned().collect();
    let var = || reduce_axis("k", &x.shape[1]);
    let element = |row: &PrimExpr, column: PrimExpr| load(x, [row.clone(), column]);
    let greatest = compute(&rows, UNNAMED, "", |indices| {
        let var = var()?;
        max_over(element(&indices[0], var.var.clone().upcast())?, &[var])
    })?;
    let sums = compute(&rows, UNNAMED, "", |indices| {
        let var = var()?;
        let element = element(&indices[0], var.var.clone().upcast())?;
        let scaled = op::sub(element, load(&greatest, indices.to_vec())?, None)?;
        sum_over(intrinsic(builtin::exp(), scaled)?, &[var])
    })?;
    compute(&x.shape, UNNAMED, "log_softmax_output", |indices| {
        let row = &indices[..1];
        let difference = op::sub(load(x, indices.to_vec())?, load(&greatest, row.to_vec())?, None)?;
        op::sub(difference, intrinsic(builtin::log(), load(&sums, row.to_vec())?)?, None)
    })
}
