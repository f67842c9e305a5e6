//! Pooling.

use objet_ir::register_op;

use crate::attrs::{
    AdaptivePool1DAttrsNode, AdaptivePool2DAttrsNode, AdaptivePool3DAttrsNode, AvgPool1DAttrsNode,
    AvgPool2DAttrsNode, AvgPool3DAttrsNode, GlobalPool2DAttrsNode, MaxPool1DAttrsNode, MaxPool2DAttrsNode,
    MaxPool3DAttrsNode,
};

register_op! { "nn.adaptive_avg_pool1d"
    .describe("The mean over as many windows of sequences as the result is to have.")
    .argument("data", "Tensor", "The sequences.")
    .attrs::<AdaptivePool1DAttrsNode>()
    .type_relation("AdaptiveAvgPool1D")
}

register_op! { "nn.adaptive_avg_pool2d"
    .describe("The mean over as many windows of images as the result is to have.")
    .argument("data", "Tensor", "The images.")
    .attrs::<AdaptivePool2DAttrsNode>()
    .type_relation("AdaptiveAvgPool2D")
}

register_op! { "nn.adaptive_avg_pool3d"
    .describe("The mean over as many windows of volumes as the result is to have.")
    .argument("data", "Tensor", "The volumes.")
    .attrs::<AdaptivePool3DAttrsNode>()
    .type_relation("AdaptiveAvgPool3D")
}

register_op! { "nn.adaptive_max_pool1d"
    .describe("The greatest element of as many windows of sequences as the result is to have.")
    .argument("data", "Tensor", "The sequences.")
    .attrs::<AdaptivePool1DAttrsNode>()
    .type_relation("AdaptiveMaxPool1D")
}

register_op! { "nn.adaptive_max_pool2d"
    .describe("The greatest element of as many windows of images as the result is to have.")
    .argument("data", "Tensor", "The images.")
    .attrs::<AdaptivePool2DAttrsNode>()
    .type_relation("AdaptiveMaxPool2D")
}

register_op! { "nn.adaptive_max_pool3d"
    .describe("The greatest element of as many windows of volumes as the result is to have.")
    .argument("data", "Tensor", "The volumes.")
    .attrs::<AdaptivePool3DAttrsNode>()
    .type_relation("AdaptiveMaxPool3D")
}

register_op! { "nn.avg_pool1d"
    .describe("The mean over a window that moves along sequences.")
    .argument("data", "Tensor", "The sequences.")
    .attrs::<AvgPool1DAttrsNode>()
    .type_relation("AvgPool1D").support_level(2)
}

register_op! { "nn.avg_pool2d"
    .describe("The mean over a window that moves over images.")
    .argument("data", "Tensor", "The images.")
    .attrs::<AvgPool2DAttrsNode>()
    .type_relation("AvgPool2D").support_level(2)
}

register_op! { "nn.avg_pool2d_grad"
    .describe("The gradient of `nn.avg_pool2d` with regard to its input.")
    .argument("data", "Tensor", "The images.")
    .argument("grad", "Tensor", "The gradient of the result.")
    .attrs::<MaxPool2DAttrsNode>()
    .type_relation("MaxPool2DGrad").support_level(2)
}

register_op! { "nn.avg_pool3d"
    .describe("The mean over a window that moves through volumes.")
    .argument("data", "Tensor", "The volumes.")
    .attrs::<AvgPool3DAttrsNode>()
    .type_relation("AvgPool3D").support_level(2)
}

register_op! { "nn.global_avg_pool2d"
    .describe("The mean of all of each channel of images.")
    .argument("data", "Tensor", "The images.")
    .attrs::<GlobalPool2DAttrsNode>()
    .type_relation("GlobalAvgPool2D").support_level(2)
}

register_op! { "nn.global_max_pool2d"
    .describe("The greatest element of each channel of images.")
    .argument("data", "Tensor", "The images.")
    .attrs::<GlobalPool2DAttrsNode>()
    .type_relation("GlobalMaxPool2D").support_level(2)
}

register_op! { "nn.max_pool1d"
    .describe("The greatest element of a window that moves along sequences.")
    .argument("data", "Tensor", "The sequences.")
    .attrs::<MaxPool1DAttrsNode>()
    .type_relation("MaxPool1D").support_level(2)
}

register_op! { "nn.max_pool2d"
    .describe("The greatest element of a window that moves over images.")
    .argument("data", "Tensor", "The images.")
    .attrs::<MaxPool2DAttrsNode>()
    .type_relation("MaxPool2D").support_level(2)
}

register_op! { "nn.max_pool2d_grad"
    .describe("The gradient of `nn.max_pool2d` with regard to its input.")
    .argument("data", "Tensor", "The images.")
    .argument("grad", "Tensor", "The gradient of the result.")
    .attrs::<MaxPool2DAttrsNode>()
    .type_relation("MaxPool2DGrad").support_level(2)
}

register_op! { "nn.max_pool3d"
    .describe("The greatest element of a window that moves through volumes.")
    .argument("data", "Tensor", "The volumes.")
    .attrs::<MaxPool3DAttrsNode>()
    .type_relation("MaxPool3D").support_level(2)
}

makers! {
    /// The mean over as many windows of images as the result is to have.
    pub fn adaptive_avg_pool2d(data; AdaptivePool2DAttrsNode) = "nn.adaptive_avg_pool2d";
    /// The mean over a window that moves over images.
    pub fn avg_pool2d(data; AvgPool2DAttrsNode) = "nn.avg_pool2d";
    /// The mean of all of each channel of images.
    pub fn global_avg_pool2d(data; GlobalPool2DAttrsNode) = "nn.global_avg_pool2d";
    /// The greatest element of each channel of images.
    pub fn global_max_pool2d(data; GlobalPool2DAttrsNode) = "nn.global_max_pool2d";
    /// The greatest element of a window that moves over images.
    pub fn max_pool2d(data; MaxPool2DAttrsNode) = "nn.max_pool2d";
}

global_makers! {
    "relay.op.nn._make.adaptive_avg_pool1d" = "nn.adaptive_avg_pool1d"(
        data, [output_size], [layout], [out_layout]
    ): AdaptivePool1DAttrsNode;
    "relay.op.nn._make.adaptive_avg_pool2d" = "nn.adaptive_avg_pool2d"(
        data, [output_size], [layout], [out_layout]
    ): AdaptivePool2DAttrsNode;
    "relay.op.nn._make.adaptive_avg_pool3d" = "nn.adaptive_avg_pool3d"(
        data, [output_size], [layout], [out_layout]
    ): AdaptivePool3DAttrsNode;
    "relay.op.nn._make.adaptive_max_pool1d" = "nn.adaptive_max_pool1d"(
        data, [output_size], [layout], [out_layout]
    ): AdaptivePool1DAttrsNode;
    "relay.op.nn._make.adaptive_max_pool2d" = "nn.adaptive_max_pool2d"(
        data, [output_size], [layout], [out_layout]
    ): AdaptivePool2DAttrsNode;
    "relay.op.nn._make.adaptive_max_pool3d" = "nn.adaptive_max_pool3d"(
        data, [output_size], [layout], [out_layout]
    ): AdaptivePool3DAttrsNode;
    "relay.op.nn._make.avg_pool1d" = "nn.avg_pool1d"(
        data, [pool_size], [strides], [dilation], [padding], [layout], [out_layout], [ceil_mode],
        [count_include_pad]
    ): AvgPool1DAttrsNode;
    "relay.op.nn._make.avg_pool2d" = "nn.avg_pool2d"(
        data, [pool_size], [strides], [dilation], [padding], [layout], [out_layout], [ceil_mode],
        [count_include_pad]
    ): AvgPool2DAttrsNode;
    "relay.op.nn._make.avg_pool2d_grad" = "nn.avg_pool2d_grad"(
        out_grad, data, [pool_size], [strides], [padding], [layout], [out_layout], [ceil_mode],
        [count_include_pad]
    ): AvgPool2DAttrsNode;
    "relay.op.nn._make.avg_pool3d" = "nn.avg_pool3d"(
        data, [pool_size], [strides], [dilation], [padding], [layout], [out_layout], [ceil_mode],
        [count_include_pad]
    ): AvgPool3DAttrsNode;
    "relay.op.nn._make.global_avg_pool2d" = "nn.global_avg_pool2d"(
        data, [layout], [out_layout]
    ): GlobalPool2DAttrsNode;
    "relay.op.nn._make.global_max_pool2d" = "nn.global_max_pool2d"(
        data, [layout], [out_layout]
    ): GlobalPool2DAttrsNode;
    "relay.op.nn._make.max_pool1d" = "nn.max_pool1d"(
        data, [pool_size], [strides], [dilation], [padding], [layout], [out_layout], [ceil_mode]
    ): MaxPool1DAttrsNode;
    "relay.op.nn._make.max_pool2d" = "nn.max_pool2d"(
        data, [pool_size], [strides], [dilation], [padding], [layout], [out_layout], [ceil_mode]
    ): MaxPool2DAttrsNode;
    "relay.op.nn._make.max_pool2d_grad" = "nn.max_pool2d_grad"(
        out_grad, data, [pool_size], [strides], [padding], [layout], [out_layout], [ceil_mode]
    ): MaxPool2DAttrsNode;
    "relay.op.nn._make.max_pool3d" = "nn.max_pool3d"(
        data, [pool_size], [strides], [dilation], [padding], [layout], [out_layout], [ceil_mode]
    ): MaxPool3DAttrsNode;
}
