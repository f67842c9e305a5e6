//! Pooling operators.

mod compute;
mod layouts;
mod relation;

use crate::attrs::{
    AdaptivePool1DAttrsNode, AdaptivePool2DAttrsNode, AdaptivePool3DAttrsNode, AvgPool1DAttrsNode,
    AvgPool2DAttrsNode, AvgPool3DAttrsNode, GlobalPool2DAttrsNode, MaxPool1DAttrsNode, MaxPool2DAttrsNode,
    MaxPool3DAttrsNode,
};
use crate::op::compute::Compute;
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Averages sequences over windows that are chosen for a given output size.
    pub fn adaptive_avg_pool1d(data: "Tensor" = "The sequences.") with AdaptivePool1DAttrsNode
        = "nn.adaptive_avg_pool1d" as "relay.op.nn._make.adaptive_avg_pool1d"
        => |op| op.type_relation("AdaptiveAvgPool1D")
            .infer_layout(layouts::adaptive_pool1d)
            .compute(compute::adaptive_avg_pool1d);

    /// Averages images over windows that are chosen for a given output size.
    pub fn adaptive_avg_pool2d(data: "Tensor" = "The images.") with AdaptivePool2DAttrsNode
        = "nn.adaptive_avg_pool2d" as "relay.op.nn._make.adaptive_avg_pool2d"
        => |op| op.type_relation("AdaptiveAvgPool2D")
            .infer_layout(layouts::adaptive_pool2d)
            .compute(compute::adaptive_avg_pool2d);

    /// Averages volumes over windows that are chosen for a given output size.
    pub fn adaptive_avg_pool3d(data: "Tensor" = "The volumes.") with AdaptivePool3DAttrsNode
        = "nn.adaptive_avg_pool3d" as "relay.op.nn._make.adaptive_avg_pool3d"
        => |op| op.type_relation("AdaptiveAvgPool3D")
            .infer_layout(layouts::adaptive_pool3d)
            .compute(compute::adaptive_avg_pool3d);

    /// Takes the maximum of sequences over windows that are chosen for a given output size.
    pub fn adaptive_max_pool1d(data: "Tensor" = "The sequences.") with AdaptivePool1DAttrsNode
        = "nn.adaptive_max_pool1d" as "relay.op.nn._make.adaptive_max_pool1d"
        => |op| op.type_relation("AdaptiveMaxPool1D")
            .infer_layout(layouts::adaptive_pool1d)
            .compute(compute::adaptive_max_pool1d);

    /// Takes the maximum of images over windows that are chosen for a given output size.
    pub fn adaptive_max_pool2d(data: "Tensor" = "The images.") with AdaptivePool2DAttrsNode
        = "nn.adaptive_max_pool2d" as "relay.op.nn._make.adaptive_max_pool2d"
        => |op| op.type_relation("AdaptiveMaxPool2D")
            .infer_layout(layouts::adaptive_pool2d)
            .compute(compute::adaptive_max_pool2d);

    /// Takes the maximum of volumes over windows that are chosen for a given output size.
    pub fn adaptive_max_pool3d(data: "Tensor" = "The volumes.") with AdaptivePool3DAttrsNode
        = "nn.adaptive_max_pool3d" as "relay.op.nn._make.adaptive_max_pool3d"
        => |op| op.type_relation("AdaptiveMaxPool3D")
            .infer_layout(layouts::adaptive_pool3d)
            .compute(compute::adaptive_max_pool3d);

    /// Averages sequences over a sliding window.
    pub fn avg_pool1d(
        data: "Tensor" = "The sequences.",
    ) with AvgPool1DAttrsNode = "nn.avg_pool1d" as "relay.op.nn._make.avg_pool1d"
        => |op| op.type_relation("AvgPool1D").support_level(2)
            .infer_layout(layouts::avg_pool1d)
            .compute(compute::avg_pool1d);

    /// Averages images over a sliding window.
    pub fn avg_pool2d(
        data: "Tensor" = "The images.",
    ) with AvgPool2DAttrsNode = "nn.avg_pool2d" as "relay.op.nn._make.avg_pool2d"
        => |op| op.type_relation("AvgPool2D").support_level(2)
            .infer_layout(layouts::avg_pool2d)
            .compute(compute::avg_pool2d);

    /// Computes the gradient of `nn.avg_pool2d` with respect to its input.
    pub fn avg_pool2d_grad(
        out_grad as "data": "Tensor" = "The gradient of the result.",
        data as "grad": "Tensor" = "The images.",
    ) with AvgPool2DAttrsNode = "nn.avg_pool2d_grad" as "relay.op.nn._make.avg_pool2d_grad"(
            out_grad, data, [pool_size], [strides], [padding], [layout], [out_layout],
            [ceil_mode], [count_include_pad]
        )
        => |op| op.type_relation("MaxPool2DGrad").support_level(2).declared_attrs::<MaxPool2DAttrsNode>()
            .compute(compute::avg_pool2d_grad);

    /// Averages volumes over a sliding window.
    pub fn avg_pool3d(
        data: "Tensor" = "The volumes.",
    ) with AvgPool3DAttrsNode = "nn.avg_pool3d" as "relay.op.nn._make.avg_pool3d"
        => |op| op.type_relation("AvgPool3D").support_level(2)
            .infer_layout(layouts::avg_pool3d)
            .compute(compute::avg_pool3d);

    /// Averages each channel of images.
    pub fn global_avg_pool2d(
        data: "Tensor" = "The images.",
    ) with GlobalPool2DAttrsNode = "nn.global_avg_pool2d" as "relay.op.nn._make.global_avg_pool2d"
        => |op| op.type_relation("GlobalAvgPool2D").support_level(2)
            .infer_layout(layouts::global_pool2d)
            .compute(compute::global_avg_pool2d);

    /// Takes the maximum of each channel of images.
    pub fn global_max_pool2d(
        data: "Tensor" = "The images.",
    ) with GlobalPool2DAttrsNode = "nn.global_max_pool2d" as "relay.op.nn._make.global_max_pool2d"
        => |op| op.type_relation("GlobalMaxPool2D").support_level(2)
            .infer_layout(layouts::global_pool2d)
            .compute(compute::global_max_pool2d);

    /// Takes the maximum of sequences over a sliding window.
    pub fn max_pool1d(
        data: "Tensor" = "The sequences.",
    ) with MaxPool1DAttrsNode = "nn.max_pool1d" as "relay.op.nn._make.max_pool1d"
        => |op| op.type_relation("MaxPool1D").support_level(2)
            .infer_layout(layouts::max_pool1d)
            .compute(compute::max_pool1d);

    /// Takes the maximum of images over a sliding window.
    pub fn max_pool2d(
        data: "Tensor" = "The images.",
    ) with MaxPool2DAttrsNode = "nn.max_pool2d" as "relay.op.nn._make.max_pool2d"
        => |op| op.type_relation("MaxPool2D").support_level(2)
            .infer_layout(layouts::max_pool2d)
            .compute(compute::max_pool2d);

    /// Computes the gradient of `nn.max_pool2d` with respect to its input.
    pub fn max_pool2d_grad(
        out_grad as "data": "Tensor" = "The gradient of the result.",
        data as "grad": "Tensor" = "The images.",
    ) with MaxPool2DAttrsNode = "nn.max_pool2d_grad" as "relay.op.nn._make.max_pool2d_grad"(
            out_grad, data, [pool_size], [strides], [padding], [layout], [out_layout],
            [ceil_mode]
        )
        => |op| op.type_relation("MaxPool2DGrad").support_level(2)
            .compute(compute::max_pool2d_grad);

    /// Takes the maximum of volumes over a sliding window.
    pub fn max_pool3d(
        data: "Tensor" = "The volumes.",
    ) with MaxPool3DAttrsNode = "nn.max_pool3d" as "relay.op.nn._make.max_pool3d"
        => |op| op.type_relation("MaxPool3D").support_level(2)
            .infer_layout(layouts::max_pool3d)
            .compute(compute::max_pool3d);
}
