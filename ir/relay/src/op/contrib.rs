//! Operators for particular hardware.

use objet_ir::register_op;

use crate::attrs::{
    EthosuBinaryElementwiseAttrsNode, EthosuConv2DAttrsNode, EthosuDepthwiseConv2DAttrsNode,
    EthosuPoolingAttrsNode,
};

register_op! { "contrib.ethosu.binary_elementwise"
    .describe("A binary operation on the elements of two tensors, on an Arm Ethos-U.")
    .argument("ifm", "Tensor", "The one tensor.")
    .argument("ifm2", "Tensor", "The other one.")
    .argument("lut", "Tensor", "The table to look activations up in.")
    .attrs::<EthosuBinaryElementwiseAttrsNode>()
    .type_relation("EthosuBinaryElementwise").support_level(11)
}

register_op! { "contrib.ethosu.conv2d"
    .describe("A convolution on an Arm Ethos-U.")
    .argument("ifm", "Tensor", "The input.")
    .argument("weight", "Tensor", "The kernels.")
    .argument("scale_bias", "Tensor", "The packed scale and bias of each channel.")
    .argument("lut", "Tensor", "The table to look activations up in.")
    .attrs::<EthosuConv2DAttrsNode>()
    .type_relation("EthosuConv2D").support_level(11)
}

register_op! { "contrib.ethosu.depthwise_conv2d"
    .describe("A depthwise convolution on an Arm Ethos-U.")
    .argument("ifm", "Tensor", "The input.")
    .argument("weight", "Tensor", "The kernels.")
    .argument("scale_bias", "Tensor", "The packed scale and bias of each channel.")
    .argument("lut", "Tensor", "The table to look activations up in.")
    .attrs::<EthosuDepthwiseConv2DAttrsNode>()
    .type_relation("EthosuDepthwiseConv2D").support_level(11)
}

register_op! { "contrib.ethosu.pooling"
    .describe("Pooling on an Arm Ethos-U.")
    .argument("ifm", "Tensor", "The input.")
    .argument("lut", "Tensor", "The table to look activations up in.")
    .attrs::<EthosuPoolingAttrsNode>()
    .type_relation("EthosuPooling").support_level(11)
}

global_makers! {
    "relay.op._make.ethosu_binary_elementwise" = "contrib.ethosu.binary_elementwise"(
        ifm, ifm2, lut, [operator_type], [ifm_scale], [ifm_zero_point], [ifm2_scale], [ifm2_zero_point],
        [ofm_scale], [ofm_zero_point], [ifm_channels], [ifm2_channels], [reversed_operands], [activation],
        [clip_min], [clip_max], [ifm_layout], [ifm2_layout], [ofm_layout], [ofm_dtype]
    ): EthosuBinaryElementwiseAttrsNode;
    "relay.op._make.ethosu_conv2d" = "contrib.ethosu.conv2d"(
        ifm, weight, scale_bias, lut, [ifm_scale], [ifm_zero_point], [weight_zero_point], [ofm_scale],
        [ofm_zero_point], [kernel_shape], [ofm_channels], [strides], [padding], [dilation], [activation],
        [clip_min], [clip_max], [upscale], [ifm_layout], [ofm_layout]
    ): EthosuConv2DAttrsNode;
    "relay.op._make.ethosu_depthwise_conv2d" = "contrib.ethosu.depthwise_conv2d"(
        ifm, weight, scale_bias, lut, [ifm_scale], [ifm_zero_point], [weight_zero_point], [ofm_scale],
        [ofm_zero_point], [kernel_shape], [ofm_channels], [strides], [padding], [dilation], [activation],
        [clip_min], [clip_max], [upscale], [ifm_layout], [ofm_layout]
    ): EthosuDepthwiseConv2DAttrsNode;
    "relay.op._make.ethosu_pooling" = "contrib.ethosu.pooling"(
        ifm, lut, [pooling_type], [ifm_scale], [ifm_zero_point], [ofm_scale], [ofm_zero_point], [pool_shape],
        [ofm_channels], [strides], [padding], [activation], [clip_min], [clip_max], [upscale], [ifm_layout],
        [ofm_layout]
    ): EthosuPoolingAttrsNode;
}
