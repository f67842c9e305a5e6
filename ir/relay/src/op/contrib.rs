//! Operators for specific hardware.

mod ethosu;

use crate::attrs::{
    EthosuBinaryElementwiseAttrsNode, EthosuConv2DAttrsNode, EthosuDepthwiseConv2DAttrsNode,
    EthosuPoolingAttrsNode,
};
use crate::operators;

operators! {
    /// Computes an element-wise operation on two tensors on an Arm Ethos-U.
    pub fn ethosu_binary_elementwise(
        ifm: "Tensor" = "The first tensor.",
        ifm2: "Tensor" = "The second tensor.",
        lut: "Tensor" = "The lookup table of the activation.",
    ) with EthosuBinaryElementwiseAttrsNode
        = "contrib.ethosu.binary_elementwise" as "relay.op._make.ethosu_binary_elementwise"
        => |op| op.type_relation("EthosuBinaryElementwise").support_level(11);

    /// Computes a convolution on an Arm Ethos-U.
    pub fn ethosu_conv2d(
        ifm: "Tensor" = "The input.",
        weight: "Tensor" = "The kernels.",
        scale_bias: "Tensor" = "The packed scale and bias of each channel.",
        lut: "Tensor" = "The lookup table of the activation.",
    ) with EthosuConv2DAttrsNode = "contrib.ethosu.conv2d" as "relay.op._make.ethosu_conv2d"
        => |op| op.type_relation("EthosuConv2D").support_level(11);

    /// Computes a depthwise convolution on an Arm Ethos-U.
    pub fn ethosu_depthwise_conv2d(
        ifm: "Tensor" = "The input.",
        weight: "Tensor" = "The kernels.",
        scale_bias: "Tensor" = "The packed scale and bias of each channel.",
        lut: "Tensor" = "The lookup table of the activation.",
    ) with EthosuDepthwiseConv2DAttrsNode
        = "contrib.ethosu.depthwise_conv2d" as "relay.op._make.ethosu_depthwise_conv2d"
        => |op| op.type_relation("EthosuDepthwiseConv2D").support_level(11);

    /// Computes pooling on an Arm Ethos-U.
    pub fn ethosu_pooling(
        ifm: "Tensor" = "The input.",
        lut: "Tensor" = "The lookup table of the activation.",
    ) with EthosuPoolingAttrsNode = "contrib.ethosu.pooling" as "relay.op._make.ethosu_pooling"
        => |op| op.type_relation("EthosuPooling").support_level(11);
}
