//! Operators for particular hardware.

use crate::register_op;
use crate::relay::attrs::{
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
