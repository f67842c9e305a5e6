//! Padding.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, compute, load, tag};
use super::pool::narrow;
use crate::check::Check;
use crate::op::{self, as_const_int, is_const_int, simplified};
use crate::te::Tensor;

/// The value of the padding.
#[derive(Clone, Debug)]
pub enum PadMode {
    /// A number.
    Constant(PrimExpr),
    /// The nearest element.
    Edge,
    /// The elements mirrored at the border elements.
    Reflect,
}

/// A tensor with `before` and `after` elements more at the ends of its leading axes.
///
/// # Errors
/// Returns an error if there are more amounts than axes, or if the lists have different lengths.
pub fn pad(x: &Tensor, before: &[PrimExpr], after: &[PrimExpr], name: &str, mode: &PadMode) -> Result {
    let check = Check("topi.pad");
    if before.len() > x.shape.len() {
        check.count("amounts", x.shape.len(), before.len())?;
    }
    let mut shape = x.shape.clone();
    for (axis, (before, after)) in narrow(before)?.iter().zip(&narrow(after)?).enumerate() {
        let length = op::add(op::add(&x.shape[axis], before, None)?, after, None)?;
        shape.set(axis, simplified(&length));
    }
    pad_to(x, before, after, name, mode, &shape)
}

/// A tensor with more elements at the ends of its leading axes, in a given shape.
///
/// # Errors
/// Returns an error if there are more amounts than axes, or if the lists have different lengths.
pub fn pad_to(
    x: &Tensor,
    before: &[PrimExpr],
    after: &[PrimExpr],
    name: &str,
    mode: &PadMode,
    shape: &Array<PrimExpr>,
) -> Result {
    let check = Check("topi.pad");
    check.count("amounts after the axes", before.len(), after.len())?;
    check.count("axes of the result", x.shape.len(), shape.len())?;
    if before.len() > x.shape.len() {
        check.count("amounts", x.shape.len(), before.len())?;
    }
    let (wide, before, after) = (before, narrow(before)?, narrow(after)?);
    compute(shape, name, tag::ELEMWISE, |indices| {
        let (mut own, mut conditions, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        for (axis, index) in indices.iter().enumerate() {
            let Some(amount) = before.get(axis) else {
                own.push(index.clone());
                edges.push(index.clone());
                continue;
            };
            match is_const_int(amount, 0) {
                true => own.push(index.clone()),
                false => {
                    conditions.push(op::greater_equal(index, amount, None)?);
                    own.push(op::sub(index, amount, None)?);
                }
            }
            if !is_const_int(&after[axis], 0) {
                conditions.push(is_in_front(index, amount, &x.shape[axis])?);
            }
            edges.push(edge(index, &wide[axis], &x.shape[axis], mode)?);
        }
        let inside = load(x, own)?;
        let mut conditions = conditions.into_iter();
        let Some(first) = conditions.next() else { return Ok(inside) };
        let holds = conditions.try_fold(first, |all, condition| op::logical_and(all, condition, None))?;
        let outside = match mode {
            PadMode::Constant(value) => value.clone(),
            PadMode::Edge | PadMode::Reflect => load(x, edges)?,
        };
        op::if_then_else(holds, inside, outside, None)
    })
}

/// Whether an index is in front of the padding after an axis. The constants are on the right.
fn is_in_front(index: &PrimExpr, before: &PrimExpr, length: &PrimExpr) -> Result<PrimExpr> {
    match (as_const_int(before), as_const_int(length)) {
        (Some(amount), None) if amount != 0 => op::less(op::sub(index, length, None)?, before, None),
        _ => op::less(index, simplified(&op::add(before, length, None)?), None),
    }
}

/// Returns the index of the element that an element of the padding repeats, along one axis.
fn edge(index: &PrimExpr, before: &PrimExpr, length: &PrimExpr, mode: &PadMode) -> Result<PrimExpr> {
    let (low, high) = match mode {
        PadMode::Constant(_) => return Ok(index.clone()),
        PadMode::Edge => (PrimExpr::from(0), op::sub(length, 1, None)?),
        PadMode::Reflect => {
            let mirrored = op::sub(op::mul(length, 2, None)?, index, None)?;
            let high = op::sub(op::add(mirrored, before, None)?, 2, None)?;
            (op::sub(before, index, None)?, high)
        }
    };
    let inner = op::sub(index, before, None)?;
    let is_low = op::less(index, before, None)?;
    let is_high = op::greater_equal(index, op::add(before, length, None)?, None)?;
    op::if_then_else(is_low, low, op::if_then_else(is_high, high, inner, None)?, None)
}
