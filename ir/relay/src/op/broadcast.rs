//! Operators that stretch, repeat and choose.

use objet::prelude::*;
use objet::{BoxError, Scalar};
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::op::OpPatternKind::{Broadcast, CommReduce};
use objet_ir::{attrs, register_op};

use crate::attrs::{InitOpAttrsNode, RepeatAttrsNode, TileAttrsNode};
use crate::expr::{Call, ConstantNode};
use crate::op::OpExt as _;

register_op! { "broadcast_to"
    .describe("Stretches axes of length 1, and puts axes in front, until the tensor has a shape.")
    .argument("data", "Tensor", "The tensor to stretch.")
    .type_relation("BroadCastTo").support_level(4).pattern(Broadcast)
}

register_op! { "broadcast_to_like"
    .describe("Stretches a tensor to the shape of another one.")
    .argument("data", "Tensor", "The tensor to stretch.")
    .argument("broadcast_type", "Tensor", "The tensor whose shape the result has.")
    .type_relation("BroadCastToLike").pattern(Broadcast)
}

register_op! { "collapse_sum_like"
    .describe("Sums along the axes that a broadcast had stretched, back to the shape of another tensor.")
    .argument("data", "Tensor", "The stretched tensor.")
    .argument("collapse_type", "Tensor", "The tensor whose shape the result has.")
    .type_relation("CollapseSumLike").pattern(CommReduce)
}

register_op! { "collapse_sum_to"
    .describe("Sums along the axes that a broadcast had stretched, back to a shape.")
    .argument("data", "Tensor", "The stretched tensor.")
    .argument("shape", "Tensor", "The shape of the result.")
    .type_relation("CollapseSumTo").support_level(4).pattern(CommReduce)
}

register_op! { "repeat"
    .describe("Repeats each element along one axis.")
    .argument("data", "Tensor", "The tensor whose elements are repeated.")
    .attrs::<RepeatAttrsNode>()
    .type_relation("Repeat").support_level(3).pattern(Broadcast)
}

register_op! { "tile"
    .describe("Repeats a whole tensor along its axes.")
    .argument("data", "Tensor", "The tensor to repeat.")
    .attrs::<TileAttrsNode>()
    .type_relation("Tile").support_level(3).pattern(Broadcast)
}

register_op! { "where"
    .describe("Elements of one tensor where a condition holds, and of another one where it does not.")
    .argument("condition", "Tensor", "The condition.")
    .argument("x", "Tensor", "What is taken where it holds.")
    .argument("y", "Tensor", "What is taken where it does not.")
    .type_relation("Where").support_level(4).pattern(Broadcast)
}

global_makers! {
    "relay.op._make.broadcast_to" = "broadcast_to"(data, [shape]): InitOpAttrsNode;
    "relay.op._make.broadcast_to_like" = "broadcast_to_like"(data, broadcast_type);
    "relay.op._make.collapse_sum_like" = "collapse_sum_like"(data, collapse_type);
    "relay.op._make.repeat" = "repeat"(data, [repeats], [axis]): RepeatAttrsNode;
    "relay.op._make.tile" = "tile"(data, [reps]): TileAttrsNode;
    "relay.op._make.where" = "where"(condition, x, y);
}

/// Sums along the axes that a broadcast had stretched, back to a shape. One that is known already becomes an attribute too.
#[register_global("relay.op._make.collapse_sum_to", short)]
fn collapse_sum_to(data: RelayExpr, shape: RelayExpr) -> Result<Call, BoxError> {
    let known = match shape.as_node::<ConstantNode>() {
        Some(constant) => Some(integers(&constant.data)?),
        None => None,
    };
    let op = Op::get("collapse_sum_to")?;
    let attrs = op.make_attrs_of(InitOpAttrsNode::TYPE_KEY, attrs! { shape: known })?;
    Ok(op.call([data, shape], Some(attrs))?)
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
