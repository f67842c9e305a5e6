//! Operators that reduce the elements along axes.

use objet_ir::op::OpPatternKind::CommReduce;

use crate::attrs::{ArgReduceAttrsNode, ReduceAttrsNode, VarianceAttrsNode};
use crate::operators;

/// Declares reductions along axes, with their support levels.
macro_rules! reductions {
    ($($(#[doc = $doc:literal])+ $maker:ident = $name:literal, level $level:literal;)+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                data: "Tensor" = "The tensor to reduce.",
            ) with ReduceAttrsNode = $name as (concat!("relay.op._make.", $name))
                => |op| op.type_relation("Reduce").support_level($level).pattern(CommReduce);
        )+ }
    };
}

reductions! {
    /// Tests whether all elements along the axes are true.
    all = "all", level 4;

    /// Tests whether any element along the axes is true.
    any = "any", level 4;

    /// The maximum of the elements along the axes.
    max = "max", level 4;

    /// The arithmetic mean of the elements along the axes.
    mean = "mean", level 4;

    /// The minimum of the elements along the axes.
    min = "min", level 4;

    /// The product of the elements along the axes.
    prod = "prod", level 4;

    /// The sum of the elements along the axes.
    sum = "sum", level 4;
}

operators! {
    /// The index of the maximum along the axes.
    pub fn argmax(
        data: "Tensor" = "The tensor to search.",
    ) with ArgReduceAttrsNode = "argmax" as "relay.op._make.argmax"(
            data, [axis], [keepdims], [exclude], [select_last_index]
        )
        => |op| op.type_relation("ArgReduce").support_level(4).pattern(CommReduce);

    /// The index of the minimum along the axes.
    pub fn argmin(
        data: "Tensor" = "The tensor to search.",
    ) with ArgReduceAttrsNode = "argmin" as "relay.op._make.argmin"(
            data, [axis], [keepdims], [exclude], [select_last_index]
        )
        => |op| op.type_relation("ArgReduce").support_level(4).pattern(CommReduce);

    /// The variance of the elements along the axes, computed with a given mean.
    pub fn variance(
        data: "Tensor" = "The tensor to reduce.",
        mean: "Tensor" = "The mean along the same axes.",
    ) with VarianceAttrsNode = "variance" as "relay.op._make._variance"
        => |op| op.type_relation("Variance").support_level(4).pattern(CommReduce);
}
