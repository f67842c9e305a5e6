//! Operators that broadcast, repeat and select.

mod relation;

use objet::function::BoxError;
use objet::prelude::*;
use objet::tensor::Scalar;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpPatternKind::{Broadcast, CommReduce};
use objet_tir::topi;

use super::compute::Compute;
use crate::attrs::{InitOpAttrsNode, RepeatAttrs, RepeatAttrsNode, TileAttrs, TileAttrsNode};
use crate::expr::{Call, ConstantNode};
use crate::operators;

operators! {
    /// Broadcasts a tensor to a shape: adds leading axes, and stretches axes of length 1.
    pub fn broadcast_to(
        data: "Tensor" = "The tensor to broadcast.",
    ) with InitOpAttrsNode = "broadcast_to" as "relay.op._make.broadcast_to"(data, [shape])
        => |op| op.type_relation("BroadCastTo").support_level(4).pattern(Broadcast)
            .without_attrs_type()
            .compute(|call| Ok(vec![topi::broadcast_to(call.input(0)?, &call.shape()?)?]));

    /// Broadcasts a tensor to the shape of another tensor.
    pub fn broadcast_to_like(
        data: "Tensor" = "The tensor to broadcast.",
        broadcast_type: "Tensor" = "The tensor that provides the shape.",
    ) = "broadcast_to_like" as "relay.op._make.broadcast_to_like"
        => |op| op.type_relation("BroadCastToLike").pattern(Broadcast)
            .compute(|call| Ok(vec![topi::broadcast_to(call.input(0)?, &call.shape()?)?]));

    /// Sums along the axes that a broadcast stretched, back to the shape of another tensor.
    pub fn collapse_sum_like(
        data: "Tensor" = "The tensor to reduce.",
        collapse_type: "Tensor" = "The tensor that provides the shape.",
    ) = "collapse_sum_like" as "relay.op._make.collapse_sum_like"
        => |op| op.type_relation("CollapseSumLike").pattern(CommReduce)
            .compute(|call| Ok(vec![topi::collapse_sum(call.input(0)?, &call.shape()?)?]));

    /// Sums along the axes that a broadcast stretched, back to a given shape.
    pub fn collapse_sum_to(
        data: "Tensor" = "The tensor to reduce.",
        shape: "Tensor" = "The shape of the result.",
    ) with InitOpAttrsNode = "collapse_sum_to"
        => |op| op.type_relation("CollapseSumTo").support_level(4).pattern(CommReduce)
            .without_attrs_type()
            .compute(|call| Ok(vec![topi::collapse_sum(call.input(0)?, &call.shape()?)?]));

    /// Repeats each element along one axis.
    pub fn repeat(
        data: "Tensor" = "The tensor to repeat the elements of.",
    ) with RepeatAttrsNode = "repeat" as "relay.op._make.repeat"
        => |op| op.type_relation("Repeat").support_level(3).pattern(Broadcast)
            .compute(|call| {
                let attrs = call.attrs::<RepeatAttrs>()?;
                let repeats = attrs.repeats.as_ref().ok_or("no number of repeats")?.value;
                let axis = attrs.axis.as_ref().ok_or("no axis")?.value;
                Ok(vec![topi::repeat(call.input(0)?, i32::try_from(repeats)?, axis)?])
            });

    /// Repeats the whole tensor along its axes.
    pub fn tile(
        data: "Tensor" = "The tensor to repeat.",
    ) with TileAttrsNode = "tile" as "relay.op._make.tile"
        => |op| op.type_relation("Tile").support_level(3).pattern(Broadcast)
            .compute(|call| {
                let attrs = call.attrs::<TileAttrs>()?;
                let repetitions = attrs.reps.iter().flatten().cloned().map(Into::into);
                Ok(vec![topi::tile(call.input(0)?, &repetitions.collect::<Vec<_>>())?])
            });

    /// Selects elements of one tensor where a condition is true, and of another tensor where it is
    /// false.
    pub fn where_(
        condition: "Tensor" = "The condition.",
        x: "Tensor" = "The values where the condition is true.",
        y: "Tensor" = "The values where the condition is false.",
    ) = "where" as "relay.op._make.where"
        => |op| op.type_relation("Where").support_level(4).pattern(Broadcast)
            .compute(|call| Ok(vec![topi::where_(call.input(0)?, call.input(1)?, call.input(2)?)?]));
}

/// Creates a call of `collapse_sum_to`. If the shape is a constant, it also becomes an attribute.
#[register_global("relay.op._make.collapse_sum_to", short)]
fn make_collapse_sum_to(data: RelayExpr, shape: RelayExpr) -> Result<Call, BoxError> {
    let known = match shape.as_node::<ConstantNode>() {
        Some(constant) => Some(integers(&constant.data)?),
        None => None,
    };
    Ok(collapse_sum_to(data, shape, attrs! { shape: known })?)
}

/// Returns the elements of a shape vector.
fn integers(vector: &NDArray) -> Result<Vec<i64>, BoxError> {
    if vector.shape().len() > 1 {
        return Err(format!("expected a shape with one axis, found {} axes", vector.shape().len()).into());
    }
    match vector.dtype() {
        dtype if dtype == i32::DTYPE => {
            Ok(vector.as_slice::<i32>()?.iter().copied().map(i64::from).collect())
        }
        dtype if dtype == i64::DTYPE => Ok(vector.as_slice::<i64>()?.to_vec()),
        dtype => Err(format!("expected a shape of type int32 or int64, found {dtype}").into()),
    }
}
