//! Operators that combine all elements along axes into one.

use objet_ir::op::OpBuilder;
use objet_ir::op::OpPatternKind::CommReduce;
use objet_ir::register_op;

use crate::attrs::{ArgReduceAttrsNode, ReduceAttrsNode, VarianceAttrsNode};

/// What operators that combine elements have in common.
fn reduction(op: OpBuilder) -> OpBuilder {
    op.argument("data", "Tensor", "The tensor to reduce.")
        .attrs::<ReduceAttrsNode>()
        .type_relation("Reduce")
        .pattern(CommReduce)
}

register_op! { "all"
    .describe("Whether all elements along the axes are true.")
    .with(reduction).support_level(4)
}

register_op! { "any"
    .describe("Whether some element along the axes is true.")
    .with(reduction).support_level(4)
}

register_op! { "argmax"
    .describe("The index of the greatest element along the axes.")
    .argument("data", "Tensor", "The tensor to search.")
    .attrs::<ArgReduceAttrsNode>()
    .type_relation("ArgReduce").support_level(4).pattern(CommReduce)
}

register_op! { "argmin"
    .describe("The index of the least element along the axes.")
    .argument("data", "Tensor", "The tensor to search.")
    .attrs::<ArgReduceAttrsNode>()
    .type_relation("ArgReduce").support_level(4).pattern(CommReduce)
}

register_op! { "max"
    .describe("The greatest element along the axes.")
    .with(reduction).support_level(4)
}

register_op! { "mean"
    .describe("The arithmetic mean of the elements along the axes.")
    .with(reduction).support_level(4)
}

register_op! { "min"
    .describe("The least element along the axes.")
    .with(reduction).support_level(4)
}

register_op! { "prod"
    .describe("The product of the elements along the axes.")
    .with(reduction).support_level(4)
}

register_op! { "sum"
    .describe("The sum of the elements along the axes.")
    .with(reduction).support_level(4)
}

register_op! { "variance"
    .describe("The variance of the elements along the axes, around a mean that is given.")
    .argument("data", "Tensor", "The tensor to reduce.")
    .argument("mean", "Tensor", "The mean along the same axes.")
    .attrs::<VarianceAttrsNode>()
    .type_relation("Variance").support_level(4).pattern(CommReduce)
}

makers! {
    /// The greatest element along the axes.
    pub fn max(data; ReduceAttrsNode) = "max";
    /// The arithmetic mean of the elements along the axes.
    pub fn mean(data; ReduceAttrsNode) = "mean";
    /// The sum of the elements along the axes.
    pub fn sum(data; ReduceAttrsNode) = "sum";
}

global_makers! {
    "relay.op._make._variance" = "variance"(
        data, mean, [axis], [keepdims], [exclude], [unbiased]
    ): VarianceAttrsNode;
    "relay.op._make.all" = "all"(data, [axis], [keepdims], [exclude]): ReduceAttrsNode;
    "relay.op._make.any" = "any"(data, [axis], [keepdims], [exclude]): ReduceAttrsNode;
    "relay.op._make.argmax" = "argmax"(
        data, [axis], [keepdims], [exclude], [select_last_index]
    ): ArgReduceAttrsNode;
    "relay.op._make.argmin" = "argmin"(
        data, [axis], [keepdims], [exclude], [select_last_index]
    ): ArgReduceAttrsNode;
    "relay.op._make.max" = "max"(data, [axis], [keepdims], [exclude]): ReduceAttrsNode;
    "relay.op._make.mean" = "mean"(data, [axis], [keepdims], [exclude]): ReduceAttrsNode;
    "relay.op._make.min" = "min"(data, [axis], [keepdims], [exclude]): ReduceAttrsNode;
    "relay.op._make.prod" = "prod"(data, [axis], [keepdims], [exclude]): ReduceAttrsNode;
    "relay.op._make.sum" = "sum"(data, [axis], [keepdims], [exclude]): ReduceAttrsNode;
}
