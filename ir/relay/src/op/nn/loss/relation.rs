//! The type relations of loss functions.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, Type, TypeReporter};

use crate::attrs::NLLLossAttrs;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_ndim, extent, tensor,
    types_of,
};

/// Requires two matrices of the same shape. The result is a scalar.
#[register_global("tvm.relay.type_relation.CrossEntropy")]
fn cross_entropy(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [x, y, result] = types_of(&types)?;
    let (Some(x), Some(y)) = (tensor("x", x)?, tensor("y", y)?) else { return Ok(NotYet) };
    expect_ndim("x", x, 2)?;
    expect_ndim("y", y, 2)?;
    for (expected, found) in x.shape.iter().zip(&y.shape) {
        extent::expect("an axis of y", expected, found)?;
    }
    assign(&reporter, "result", result, TensorType::new([], x.dtype))?;
    Ok(Solved)
}

/// Requires one axis of classes in the predictions, with one weight for each class. The result is
/// a scalar, or without reduction, the loss of each target.
#[register_global("tvm.relay.type_relation.NLLLoss")]
fn nll_loss(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: NLLLossAttrs = attrs_of(attrs)?;
    let [predictions, targets, weights, result] = types_of(&types)?;
    let (Some(predictions), Some(targets), Some(weights)) =
        (tensor("predictions", predictions)?, tensor("targets", targets)?, tensor("weights", weights)?)
    else {
        return Ok(NotYet);
    };
    expect_ndim("predictions", predictions, targets.shape.len() + 1)?;
    expect_ndim("weights", weights, 1)?;
    let classes = &predictions.shape[axis("predictions", 1, predictions.shape.len())?];
    extent::expect("the number of weights", classes, &weights.shape[0])?;
    if predictions.dtype != weights.dtype {
        return Err(RelationError::DataTypes { lhs: predictions.dtype, rhs: weights.dtype });
    }
    if !predictions.dtype.is_float() {
        let (expected, found) = ("a float", predictions.dtype);
        return Err(RelationError::DataType { operand: "predictions", expected, found });
    }
    if !targets.dtype.is_int() {
        let (expected, found) = ("a signed integer", targets.dtype);
        return Err(RelationError::DataType { operand: "targets", expected, found });
    }
    let found = match attrs.reduction.as_str() {
        "none" => TensorType::new(targets.shape.clone(), predictions.dtype),
        _ => TensorType::new([], predictions.dtype),
    };
    assign(&reporter, "result", result, found)?;
    Ok(Solved)
}
