//! Normalizations.

use objet_ir::register_op;

use crate::attrs::{
    BatchNormAttrsNode, GroupNormAttrsNode, InstanceNormAttrsNode, L2NormalizeAttrsNode, LRNAttrsNode,
    LayerNormAttrsNode,
};

register_op! { "nn.batch_norm"
    .describe("Centers and scales each channel by its mean and variance over the batch.")
    .argument("data", "Tensor", "The batch.")
    .argument("gamma", "Tensor", "The factor of each channel.")
    .argument("beta", "Tensor", "The offset of each channel.")
    .argument("moving_mean", "Tensor", "The mean so far of each channel.")
    .argument("moving_var", "Tensor", "The variance so far of each channel.")
    .attrs::<BatchNormAttrsNode>()
    .type_relation("BatchNorm").support_level(1)
}

register_op! { "nn.group_norm"
    .describe("Centers and scales groups of channels of each sample.")
    .argument("data", "Tensor", "The batch.")
    .argument("gamma", "Tensor", "The factor of each channel.")
    .argument("beta", "Tensor", "The offset of each channel.")
    .attrs::<GroupNormAttrsNode>()
    .type_relation("GroupNorm").support_level(1)
}

register_op! { "nn.instance_norm"
    .describe("Centers and scales each channel of each sample.")
    .argument("data", "Tensor", "The batch.")
    .argument("gamma", "Tensor", "The factor of each channel.")
    .argument("beta", "Tensor", "The offset of each channel.")
    .attrs::<InstanceNormAttrsNode>()
    .type_relation("InstanceNorm").support_level(1)
}

register_op! { "nn.l2_normalize"
    .describe("Divides by the Euclidean norm along the axes.")
    .argument("data", "Tensor", "The tensor to normalize.")
    .attrs::<L2NormalizeAttrsNode>()
    .type_relation("Identity").support_level(2)
}

register_op! { "nn.layer_norm"
    .describe("Centers and scales each sample along one axis.")
    .argument("data", "Tensor", "The batch.")
    .argument("gamma", "Tensor", "The factor of each element.")
    .argument("beta", "Tensor", "The offset of each element.")
    .attrs::<LayerNormAttrsNode>()
    .type_relation("LayerNorm").support_level(1)
}

register_op! { "nn.lrn"
    .describe("Divides each element by how strong its neighbours in other channels are.")
    .argument("data", "Tensor", "The tensor to normalize.")
    .attrs::<LRNAttrsNode>()
    .type_relation("Identity").support_level(2)
}

makers! {
    /// Centers and scales each channel by its mean and variance over the batch.
    pub fn batch_norm(data, gamma, beta, moving_mean, moving_var; BatchNormAttrsNode) = "nn.batch_norm";
    /// Centers and scales each sample along one axis.
    pub fn layer_norm(data, gamma, beta; LayerNormAttrsNode) = "nn.layer_norm";
}

global_makers! {
    "relay.op.nn._make.batch_norm" = "nn.batch_norm"(
        data, gamma, beta, moving_mean, moving_var, [axis], [epsilon], [center], [scale]
    ): BatchNormAttrsNode;
    "relay.op.nn._make.group_norm" = "nn.group_norm"(
        data, gamma, beta, [num_groups], [axis], [epsilon], [center], [scale]
    ): GroupNormAttrsNode;
    "relay.op.nn._make.instance_norm" = "nn.instance_norm"(
        data, gamma, beta, [axis], [epsilon], [center], [scale]
    ): InstanceNormAttrsNode;
    "relay.op.nn._make.l2_normalize" = "nn.l2_normalize"(data, [eps], [axis]): L2NormalizeAttrsNode;
    "relay.op.nn._make.layer_norm" = "nn.layer_norm"(
        data, gamma, beta, [axis], [epsilon], [center], [scale]
    ): LayerNormAttrsNode;
    "relay.op.nn._make.lrn" = "nn.lrn"(data, [size], [axis], [alpha], [beta], [bias]): LRNAttrsNode;
}
