//! Pooling.

use crate::attrs::{
    AdaptivePool1DAttrsNode, AdaptivePool2DAttrsNode, AdaptivePool3DAttrsNode, AvgPool1DAttrsNode,
    AvgPool2DAttrsNode, AvgPool3DAttrsNode, GlobalPool2DAttrsNode, MaxPool1DAttrsNode, MaxPool2DAttrsNode,
    MaxPool3DAttrsNode,
};
use crate::operators;

operators! {
    /// The mean over as many windows of sequences as the result is to have.
    pub fn adaptive_avg_pool1d(data: "Tensor" = "The sequences.") with AdaptivePool1DAttrsNode
        = "nn.adaptive_avg_pool1d" as "relay.op.nn._make.adaptive_avg_pool1d"
        => |op| op.type_relation("AdaptiveAvgPool1D");

    /// The mean over as many windows of images as the result is to have.
    pub fn adaptive_avg_pool2d(data: "Tensor" = "The images.") with AdaptivePool2DAttrsNode
        = "nn.adaptive_avg_pool2d" as "relay.op.nn._make.adaptive_avg_pool2d"
        => |op| op.type_relation("AdaptiveAvgPool2D");

    /// The mean over as many windows of volumes as the result is to have.
    pub fn adaptive_avg_pool3d(data: "Tensor" = "The volumes.") with AdaptivePool3DAttrsNode
        = "nn.adaptive_avg_pool3d" as "relay.op.nn._make.adaptive_avg_pool3d"
        => |op| op.type_relation("AdaptiveAvgPool3D");

    /// The greatest element of as many windows of sequences as the result is to have.
    pub fn adaptive_max_pool1d(data: "Tensor" = "The sequences.") with AdaptivePool1DAttrsNode
        = "nn.adaptive_max_pool1d" as "relay.op.nn._make.adaptive_max_pool1d"
        => |op| op.type_relation("AdaptiveMaxPool1D");

    /// The greatest element of as many windows of images as the result is to have.
    pub fn adaptive_max_pool2d(data: "Tensor" = "The images.") with AdaptivePool2DAttrsNode
        = "nn.adaptive_max_pool2d" as "relay.op.nn._make.adaptive_max_pool2d"
        => |op| op.type_relation("AdaptiveMaxPool2D");

    /// The greatest element of as many windows of volumes as the result is to have.
    pub fn adaptive_max_pool3d(data: "Tensor" = "The volumes.") with AdaptivePool3DAttrsNode
        = "nn.adaptive_max_pool3d" as "relay.op.nn._make.adaptive_max_pool3d"
        => |op| op.type_relation("AdaptiveMaxPool3D");

    /// The mean over a window that moves along sequences.
    pub fn avg_pool1d(
        data: "Tensor" = "The sequences.",
    ) with AvgPool1DAttrsNode = "nn.avg_pool1d" as "relay.op.nn._make.avg_pool1d"
        => |op| op.type_relation("AvgPool1D").support_level(2);

    /// The mean over a window that moves over images.
    pub fn avg_pool2d(
        data: "Tensor" = "The images.",
    ) with AvgPool2DAttrsNode = "nn.avg_pool2d" as "relay.op.nn._make.avg_pool2d"
        => |op| op.type_relation("AvgPool2D").support_level(2);

    /// The gradient of `nn.avg_pool2d` with regard to its input.
    pub fn avg_pool2d_grad(
        out_grad as "data": "Tensor" = "The gradient of the result.",
        data as "grad": "Tensor" = "The images.",
    ) with AvgPool2DAttrsNode = "nn.avg_pool2d_grad" as "relay.op.nn._make.avg_pool2d_grad"(
            out_grad, data, [pool_size], [strides], [padding], [layout], [out_layout],
            [ceil_mode], [count_include_pad]
        )
        => |op| op.type_relation("MaxPool2DGrad").support_level(2).attrs::<MaxPool2DAttrsNode>();

    /// The mean over a window that moves through volumes.
    pub fn avg_pool3d(
        data: "Tensor" = "The volumes.",
    ) with AvgPool3DAttrsNode = "nn.avg_pool3d" as "relay.op.nn._make.avg_pool3d"
        => |op| op.type_relation("AvgPool3D").support_level(2);

    /// The mean of all of each channel of images.
    pub fn global_avg_pool2d(
        data: "Tensor" = "The images.",
    ) with GlobalPool2DAttrsNode = "nn.global_avg_pool2d" as "relay.op.nn._make.global_avg_pool2d"
        => |op| op.type_relation("GlobalAvgPool2D").support_level(2);

    /// The greatest element of each channel of images.
    pub fn global_max_pool2d(
        data: "Tensor" = "The images.",
    ) with GlobalPool2DAttrsNode = "nn.global_max_pool2d" as "relay.op.nn._make.global_max_pool2d"
        => |op| op.type_relation("GlobalMaxPool2D").support_level(2);

    /// The greatest element of a window that moves along sequences.
    pub fn max_pool1d(
        data: "Tensor" = "The sequences.",
    ) with MaxPool1DAttrsNode = "nn.max_pool1d" as "relay.op.nn._make.max_pool1d"
        => |op| op.type_relation("MaxPool1D").support_level(2);

    /// The greatest element of a window that moves over images.
    pub fn max_pool2d(
        data: "Tensor" = "The images.",
    ) with MaxPool2DAttrsNode = "nn.max_pool2d" as "relay.op.nn._make.max_pool2d"
        => |op| op.type_relation("MaxPool2D").support_level(2);

    /// The gradient of `nn.max_pool2d` with regard to its input.
    pub fn max_pool2d_grad(
        out_grad as "data": "Tensor" = "The gradient of the result.",
        data as "grad": "Tensor" = "The images.",
    ) with MaxPool2DAttrsNode = "nn.max_pool2d_grad" as "relay.op.nn._make.max_pool2d_grad"(
            out_grad, data, [pool_size], [strides], [padding], [layout], [out_layout],
            [ceil_mode]
        )
        => |op| op.type_relation("MaxPool2DGrad").support_level(2);

    /// The greatest element of a window that moves through volumes.
    pub fn max_pool3d(
        data: "Tensor" = "The volumes.",
    ) with MaxPool3DAttrsNode = "nn.max_pool3d" as "relay.op.nn._make.max_pool3d"
        => |op| op.type_relation("MaxPool3D").support_level(2);
}
