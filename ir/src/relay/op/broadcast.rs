//! Operators that stretch, repeat and choose.

use crate::op::OpPatternKind::{Broadcast, CommReduce};
use crate::register_op;
use crate::relay::attrs::{RepeatAttrsNode, TileAttrsNode};

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
