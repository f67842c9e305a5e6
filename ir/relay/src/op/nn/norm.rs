//! Normalization operators.

pub(crate) mod layouts;
pub(super) mod relation;

use crate::attrs::{
    BatchNormAttrsNode, GroupNormAttrsNode, InstanceNormAttrsNode, L2NormalizeAttrsNode, LRNAttrsNode,
    LayerNormAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Centers and scales each channel by its mean and variance over the batch.
    pub fn batch_norm(
        data: "Tensor" = "The batch.",
        gamma: "Tensor" = "The factor of each channel.",
        beta: "Tensor" = "The offset of each channel.",
        moving_mean: "Tensor" = "The moving mean of each channel.",
        moving_var: "Tensor" = "The moving variance of each channel.",
    ) with BatchNormAttrsNode = "nn.batch_norm" as "relay.op.nn._make.batch_norm"
        => |op| op.type_relation("BatchNorm").support_level(1)
            .infer_layout(layouts::batch_norm);

    /// Centers and scales groups of channels of each sample.
    pub fn group_norm(
        data: "Tensor" = "The batch.",
        gamma: "Tensor" = "The factor of each channel.",
        beta: "Tensor" = "The offset of each channel.",
    ) with GroupNormAttrsNode = "nn.group_norm" as "relay.op.nn._make.group_norm"
        => |op| op.type_relation("GroupNorm").support_level(1);

    /// Centers and scales each channel of each sample.
    pub fn instance_norm(
        data: "Tensor" = "The batch.",
        gamma: "Tensor" = "The factor of each channel.",
        beta: "Tensor" = "The offset of each channel.",
    ) with InstanceNormAttrsNode = "nn.instance_norm" as "relay.op.nn._make.instance_norm"
        => |op| op.type_relation("InstanceNorm").support_level(1);

    /// Divides the elements by their Euclidean norm along the axes.
    pub fn l2_normalize(
        data: "Tensor" = "The tensor to normalize.",
    ) with L2NormalizeAttrsNode = "nn.l2_normalize" as "relay.op.nn._make.l2_normalize"
        => |op| op.type_relation("Identity").support_level(2)
            .arbitrary_layout();

    /// Centers and scales each sample along one axis.
    pub fn layer_norm(
        data: "Tensor" = "The batch.",
        gamma: "Tensor" = "The factor of each element.",
        beta: "Tensor" = "The offset of each element.",
    ) with LayerNormAttrsNode = "nn.layer_norm" as "relay.op.nn._make.layer_norm"
        => |op| op.type_relation("LayerNorm").support_level(1);

    /// Divides each element by a function of the squares of its neighbours in other channels.
    pub fn lrn(
        data: "Tensor" = "The tensor to normalize.",
    ) with LRNAttrsNode = "nn.lrn" as "relay.op.nn._make.lrn"(
            data, [size], [axis], [alpha], [beta], [bias]
        )
        => |op| op.type_relation("Identity").support_level(2);
}
