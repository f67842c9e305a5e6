//! The type relations of normalization.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, Type, TypeReporter};

use crate::attrs::{BatchNormAttrs, GroupNormAttrs, InstanceNormAttrs, LayerNormAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, tensor, types_of,
};

/// Requires a vector of the length of the channel axis for each statistic. The result is a tuple of
/// the normalized batch, and the new moving mean and variance.
#[register_global("tvm.relay.type_relation.BatchNorm")]
fn batch_norm(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BatchNormAttrs = attrs_of(attrs)?;
    let [data, gamma, beta, mean, variance, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let channel = match attrs.axis {
        -1 => axis("data", -1, data.shape.len())?,
        positive => nonnegative_axis(positive, data)?,
    };
    for (operand, ty) in [("gamma", gamma), ("beta", beta), ("moving_mean", mean), ("moving_var", variance)] {
        assign(&reporter, operand, ty, vector(data, channel))?;
    }
    let vector: Type = vector(data, channel).upcast();
    let normalized: Type = TensorType::new(data.shape.clone(), data.dtype).upcast();
    assign(&reporter, "result", result, TupleType::new([normalized, vector.clone(), vector], None))?;
    Ok(Solved)
}

/// Relates the types of the normalization of each channel of each sample.
#[register_global("tvm.relay.type_relation.InstanceNorm")]
fn instance_norm(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: InstanceNormAttrs = attrs_of(attrs)?;
    scaled(&types, attrs.axis, &reporter)
}

/// Relates the types of the normalization of groups of channels.
#[register_global("tvm.relay.type_relation.GroupNorm")]
fn group_norm(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: GroupNormAttrs = attrs_of(attrs)?;
    scaled(&types, attrs.axis, &reporter)
}

/// Relates the types of the normalization of each sample.
#[register_global("tvm.relay.type_relation.LayerNorm")]
fn layer_norm(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: LayerNormAttrs = attrs_of(attrs)?;
    scaled(&types, attrs.axis, &reporter)
}

/// Requires vectors of factors and offsets of the length of one axis, and a result of the type of
/// the data. A negative axis counts from the end.
fn scaled(types: &Array<Type>, channel: i32, reporter: &TypeReporter) -> RelationResult {
    let [data, gamma, beta, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let axis = axis("data", channel.into(), data.shape.len())?;
    assign(reporter, "gamma", gamma, vector(data, axis))?;
    assign(reporter, "beta", beta, vector(data, axis))?;
    assign(reporter, "result", result, TensorType::new(data.shape.clone(), data.dtype))?;
    Ok(Solved)
}

/// Returns the type of a vector with an element for each position on an axis.
pub(in crate::op::nn) fn vector(data: &TensorTypeNode, axis: usize) -> TensorType {
    TensorType::new([data.shape[axis].clone()], data.dtype)
}

/// Returns the position of an axis that must not be negative.
pub(in crate::op::nn) fn nonnegative_axis(axis: i32, data: &TensorTypeNode) -> Result<usize, RelationError> {
    let ndim = data.shape.len();
    let position = usize::try_from(axis).ok().filter(|position| *position < ndim);
    position.ok_or(RelationError::Axis { operand: "data", axis: axis.into(), ndim })
}
