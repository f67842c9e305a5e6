//! Gradients of reductions and of softmax.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, RelayExpr};

use super::{Gradient, GradientError, args, attributes, number, tensor, unsupported};
use crate::attrs::{ReduceAttrsNode, SoftmaxAttrsNode};
use crate::expr::Call;
use crate::op::relation::axis;
use crate::op::{broadcast_to_like, exp, expand_dims, multiply, subtract, sum};
use crate::transform::typed_exprs::static_shape;

type Gradients = Result<Vec<RelayExpr>, GradientError>;

pub(super) fn gradient(op: &str) -> Option<Gradient> {
    Some(match op {
        "mean" => mean,
        "nn.log_softmax" => log_softmax,
        "nn.softmax" => softmax,
        "sum" => of_sum,
        _ => return None,
    })
}

/// Returns the reduced axes in ascending order.
fn reduced_axes(call: &Call, x: &RelayExpr) -> Result<Vec<usize>, GradientError> {
    let (attrs, ndim) = (attributes::<ReduceAttrsNode>(call)?, tensor(call, x)?.shape.len());
    let Some(axes) = &attrs.axis else { return Ok((0..ndim).collect()) };
    let positions = axes.iter().map(|position| axis("data", position.value, ndim));
    let positions = positions.collect::<Result<Vec<usize>, _>>();
    let mut axes = positions.map_err(|_| unsupported(call, "axes of the input"))?;
    axes.sort_unstable();
    if attrs.exclude {
        axes = (0..ndim).filter(|axis| !axes.contains(axis)).collect();
    }
    Ok(axes)
}

/// Returns the gradient with the reduced axes, each of length 1.
fn with_axes(call: &Call, grad: &RelayExpr, axes: &[usize]) -> Result<RelayExpr, GradientError> {
    if attributes::<ReduceAttrsNode>(call)?.keepdims {
        return Ok(grad.clone());
    }
    axes.iter()
        .try_fold(grad.clone(), |grad, axis| Ok(expand_dims(grad, attrs! { axis: *axis as i32 })?.upcast()))
}

fn of_sum(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let axes = reduced_axes(call, &x)?;
    Ok(vec![broadcast_to_like(with_axes(call, grad, &axes)?, x)?.upcast()])
}

fn mean(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    let axes = reduced_axes(call, &x)?;
    let shape = static_shape(tensor(call, &x)?).ok_or_else(|| unsupported(call, "a known shape"))?;
    let share = axes.iter().fold(1.0, |share, axis| share / shape[*axis].value as f64);
    let scaled = multiply(with_axes(call, grad, &axes)?, number(call, &x, share)?)?;
    Ok(vec![broadcast_to_like(scaled, x)?.upcast()])
}

/// Returns the sum along the axis of a softmax, as an axis of length 1.
fn sum_along(call: &Call, terms: RelayExpr) -> Result<Call, GradientError> {
    let axis: Array<Integer> = [Integer::from(attributes::<SoftmaxAttrsNode>(call)?.axis)].into();
    Ok(sum(terms, attrs! { axis: axis, keepdims: true })?)
}

fn softmax(call: &Call, grad: &RelayExpr) -> Gradients {
    let [_] = args(call)?;
    let weighted = sum_along(call, multiply(grad.clone(), call.clone())?.upcast())?;
    Ok(vec![multiply(subtract(grad.clone(), weighted)?, call.clone())?.upcast()])
}

fn log_softmax(call: &Call, grad: &RelayExpr) -> Gradients {
    let [_] = args(call)?;
    let weighted = multiply(sum_along(call, grad.clone())?, exp(call.clone())?)?;
    Ok(vec![subtract(grad.clone(), weighted)?.upcast()])
}
