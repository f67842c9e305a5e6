//! Operators that stretch, repeat and choose.

use objet::prelude::*;
use objet::{BoxError, Scalar};
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpPatternKind::{Broadcast, CommReduce};

use crate::attrs::{InitOpAttrsNode, RepeatAttrsNode, TileAttrsNode};
use crate::expr::{Call, ConstantNode};
use crate::operators;

operators! {
    /// Stretches axes of length 1, and puts axes in front, until the tensor has a shape.
    pub fn broadcast_to(
        data: "Tensor" = "The tensor to stretch.",
    ) with InitOpAttrsNode = "broadcast_to" as "relay.op._make.broadcast_to"(data, [shape])
        => |op| op.type_relation("BroadCastTo").support_level(4).pattern(Broadcast)
            .without_attrs_type();

    /// Stretches a tensor to the shape of another one.
    pub fn broadcast_to_like(
        data: "Tensor" = "The tensor to stretch.",
        broadcast_type: "Tensor" = "The tensor whose shape the result has.",
    ) = "broadcast_to_like" as "relay.op._make.broadcast_to_like"
        => |op| op.type_relation("BroadCastToLike").pattern(Broadcast);

    /// Sums along the axes that a broadcast had stretched, back to the shape of another tensor.
    pub fn collapse_sum_like(
        data: "Tensor" = "The stretched tensor.",
        collapse_type: "Tensor" = "The tensor whose shape the result has.",
    ) = "collapse_sum_like" as "relay.op._make.collapse_sum_like"
        => |op| op.type_relation("CollapseSumLike").pattern(CommReduce);

    /// Sums along the axes that a broadcast had stretched, back to a shape.
    pub fn collapse_sum_to(
        data: "Tensor" = "The stretched tensor.",
        shape: "Tensor" = "The shape of the result.",
    ) with InitOpAttrsNode = "collapse_sum_to"
        => |op| op.type_relation("CollapseSumTo").support_level(4).pattern(CommReduce)
            .without_attrs_type();

    /// Repeats each element along one axis.
    pub fn repeat(
        data: "Tensor" = "The tensor whose elements are repeated.",
    ) with RepeatAttrsNode = "repeat" as "relay.op._make.repeat"
        => |op| op.type_relation("Repeat").support_level(3).pattern(Broadcast);

    /// Repeats a whole tensor along its axes.
    pub fn tile(
        data: "Tensor" = "The tensor to repeat.",
    ) with TileAttrsNode = "tile" as "relay.op._make.tile"
        => |op| op.type_relation("Tile").support_level(3).pattern(Broadcast);

    /// Elements of one tensor where a condition holds, and of another one where it does not.
    pub fn where_(
        condition: "Tensor" = "The condition.",
        x: "Tensor" = "What is taken where it holds.",
        y: "Tensor" = "What is taken where it does not.",
    ) = "where" as "relay.op._make.where"
        => |op| op.type_relation("Where").support_level(4).pattern(Broadcast);
}

/// Sums along the axes that a broadcast had stretched, back to a shape. One that is known already becomes an attribute too.
#[register_global("relay.op._make.collapse_sum_to", short)]
fn make_collapse_sum_to(data: RelayExpr, shape: RelayExpr) -> Result<Call, BoxError> {
    let known = match shape.as_node::<ConstantNode>() {
        Some(constant) => Some(integers(&constant.data)?),
        None => None,
    };
    Ok(collapse_sum_to(data, shape, attrs! { shape: known })?)
}

/// The numbers of a vector.
fn integers(vector: &NDArray) -> Result<Vec<i64>, BoxError> {
    if vector.shape().len() > 1 {
        return Err(format!("a shape has one axis, found {}", vector.shape().len()).into());
    }
    match vector.dtype() {
        dtype if dtype == i32::DTYPE => {
            Ok(vector.as_slice::<i32>()?.iter().copied().map(i64::from).collect())
        }
        dtype if dtype == i64::DTYPE => Ok(vector.as_slice::<i64>()?.to_vec()),
        dtype => Err(format!("a shape is of int32 or int64, found {dtype}").into()),
    }
}
