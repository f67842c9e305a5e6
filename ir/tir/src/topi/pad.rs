//! Padding.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, compute, load, tag};
use crate::check::Check;
use crate::op::{self, as_const_int, is_const_int, is_provably_equal, simplified};
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
    check.count("amounts after the axes", before.len(), after.len())?;
    if before.len() > x.shape.len() {
        check.count("amounts", x.shape.len(), before.len())?;
    }
    let narrow = |list: &[PrimExpr]| {
        list.iter().map(|amount| op::cast(DataType::int(32), amount, None)).collect::<Result<Vec<_>>>()
    };
    let (before, after) = (narrow(before)?, narrow(after)?);
    let mut shape = x.shape.clone();
    for (axis, (before, after)) in before.iter().zip(&after).enumerate() {
        let length = op::add(op::add(&x.shape[axis], before, None)?, after, None)?;
        shape.set(axis, simplified(&length));
    }
    compute(&shape, name, tag::ELEMWISE, |indices| {
        let (mut own, mut conditions, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        for (axis, index) in indices.iter().enumerate() {
            let is_padded = |amounts: &[PrimExpr]| amounts.get(axis).is_some_and(|amount| !is_const_int(amount, 0));
            let (is_before, is_after) = (is_padded(&before), is_padded(&after));
            if is_before {
                conditions.push(is_behind(index, &before[axis])?);
                own.push(op::sub(index, &before[axis], None)?);
            } else {
                own.push(index.clone());
            }
            if is_after {
                conditions.push(is_in_front(index, &before[axis], &x.shape[axis])?);
            }
            edges.push(edge(&own[axis], index, axis, x, &before, (is_before, is_after), mode)?);
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

/// Whether an index is behind the padding before an axis.
fn is_behind(index: &PrimExpr, before: &PrimExpr) -> Result<PrimExpr> {
    op::greater_equal(index, before, None)
}

/// Whether an index is in front of the padding after an axis. The constants are on the right.
fn is_in_front(index: &PrimExpr, before: &PrimExpr, length: &PrimExpr) -> Result<PrimExpr> {
    match (as_const_int(before), as_const_int(length)) {
        (Some(before), None) if before != 0 => op::less(op::sub(index, length, None)?, before, None),
        _ => op::less(index, simplified(&op::add(before, length, None)?), None),
    }
}

/// Returns the index of the element that is outside of a tensor along an axis.
fn edge(
    own: &PrimExpr,
    index: &PrimExpr,
    axis: usize,
    x: &Tensor,
    before: &[PrimExpr],
    (is_before, is_after): (bool, bool),
    mode: &PadMode,
) -> Result<PrimExpr> {
    let (Some(before), true) = (before.get(axis), is_before || is_after) else { return Ok(own.clone()) };
    let length = &x.shape[axis];
    let is_low = op::less(index, before, None)?;
    let is_high = op::greater_equal(index, op::add(before, length, None)?, None)?;
    let (low, high) = match mode {
        PadMode::Constant(_) => return Ok(own.clone()),
        PadMode::Edge => (PrimExpr::from(0), op::sub(length, 1, None)?),
        PadMode::Reflect => {
            let low = op::sub(before, index, None)?;
            let past = op::sub(index, before, None)?;
            let doubled = op::sub(op::mul(length, 2, None)?, past, None)?;
            (low, op::sub(doubled, 2, None)?)
        }
    };
    let inner = op::sub(index, before, None)?;
    op::if_then_else(is_low, low, op::if_then_else(is_high, high, inner, None)?, None)
}

/// Whether no axis is padded.
pub(super) fn is_unpadded(amounts: &[PrimExpr]) -> bool {
    amounts.iter().all(|amount| is_provably_equal(amount, &0.into()))
}
