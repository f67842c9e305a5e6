//! Convolutions by particular algorithms, and what these do to the kernels ahead of time.

use objet_ir::register_op;

use crate::attrs::{
    Conv2DAttrsNode, Conv2DWinogradAttrsNode, Conv2DWinogradNNPACKWeightTransformAttrsNode,
    Conv3DWinogradAttrsNode, ConvGemmWeightTransformAttrsNode, ConvWinogradWeightTransformAttrsNode,
};

register_op! { "nn.contrib_conv2d_NCHWc"
    .describe("A convolution of images whose channels are split into blocks.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv2DAttrsNode>()
    .type_relation("Conv2DNCHWc")
}

register_op! { "nn.contrib_conv2d_gemm_weight_transform"
    .describe("Puts kernels into the blocks that a convolution by matrix multiplication reads.")
    .argument("weights", "Tensor", "The kernels.")
    .attrs::<ConvGemmWeightTransformAttrsNode>()
    .type_relation("Conv2DGemmWeightTransform")
}

register_op! { "nn.contrib_conv2d_gemm_without_weight_transform"
    .describe("A convolution of images by matrix multiplication, with kernels in blocks.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels in blocks.")
    .attrs::<Conv2DAttrsNode>()
    .type_relation("Conv2DGemm")
}

register_op! { "nn.contrib_conv2d_winograd_nnpack_weight_transform"
    .describe("Transforms kernels for Winograd's algorithm as NNPACK does it.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv2DWinogradNNPACKWeightTransformAttrsNode>()
    .type_relation("Conv2DWinogradNNPACKWeightTransform")
}

register_op! { "nn.contrib_conv2d_winograd_weight_transform"
    .describe("Transforms kernels of images for Winograd's algorithm.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<ConvWinogradWeightTransformAttrsNode>()
    .type_relation("Conv2DWinogradWeightTransform")
}

register_op! { "nn.contrib_conv2d_winograd_without_weight_transform"
    .describe("A convolution of images by Winograd's algorithm, with transformed kernels.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The transformed kernels.")
    .attrs::<Conv2DWinogradAttrsNode>()
    .type_relation("Conv2DWinograd")
}

register_op! { "nn.contrib_conv3d_winograd_weight_transform"
    .describe("Transforms kernels of volumes for Winograd's algorithm.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<ConvWinogradWeightTransformAttrsNode>()
    .type_relation("Conv3DWinogradWeightTransform")
}

register_op! { "nn.contrib_conv3d_winograd_without_weight_transform"
    .describe("A convolution of volumes by Winograd's algorithm, with transformed kernels.")
    .argument("data", "Tensor", "The volumes.")
    .argument("weight", "Tensor", "The transformed kernels.")
    .attrs::<Conv3DWinogradAttrsNode>()
    .type_relation("Conv3DWinograd")
}

register_op! { "nn.contrib_depthwise_conv2d_NCHWc"
    .describe("A depthwise convolution of images whose channels are split into blocks.")
    .argument("data", "Tensor", "The images.")
    .argument("weight", "Tensor", "The kernels.")
    .attrs::<Conv2DAttrsNode>()
    .type_relation("Conv2D")
}

global_makers! {
    "relay.op.nn._make.contrib_conv2d_NCHWc" = "nn.contrib_conv2d_NCHWc"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [out_dtype]
    ): Conv2DAttrsNode;
    "relay.op.nn._make.contrib_conv2d_gemm_weight_transform" = "nn.contrib_conv2d_gemm_weight_transform"(
        weights, [tile_rows], [tile_cols]
    ): ConvGemmWeightTransformAttrsNode;
    "relay.op.nn._make.contrib_conv2d_gemm_without_weight_transform" = "nn.contrib_conv2d_gemm_without_weight_transform"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [out_dtype]
    ): Conv2DAttrsNode;
    "relay.op.nn._make.contrib_conv2d_winograd_nnpack_weight_transform" = "nn.contrib_conv2d_winograd_nnpack_weight_transform"(
        weight, [convolution_algorithm], [out_dtype]
    ): Conv2DWinogradNNPACKWeightTransformAttrsNode;
    "relay.op.nn._make.contrib_conv2d_winograd_weight_transform" = "nn.contrib_conv2d_winograd_weight_transform"(
        weight, [tile_size]
    ): ConvWinogradWeightTransformAttrsNode;
    "relay.op.nn._make.contrib_conv2d_winograd_without_weight_transform" = "nn.contrib_conv2d_winograd_without_weight_transform"(
        data, weight, [tile_size], [strides], [padding], [dilation], [groups], [channels], [kernel_size],
        [data_layout], [kernel_layout], [out_layout], [out_dtype]
    ): Conv2DWinogradAttrsNode;
    "relay.op.nn._make.contrib_conv3d_winograd_weight_transform" = "nn.contrib_conv3d_winograd_weight_transform"(
        weight, [tile_size]
    ): ConvWinogradWeightTransformAttrsNode;
    "relay.op.nn._make.contrib_conv3d_winograd_without_weight_transform" = "nn.contrib_conv3d_winograd_without_weight_transform"(
        data, weight, [tile_size], [strides], [padding], [dilation], [groups], [channels], [kernel_size],
        [data_layout], [kernel_layout], [out_layout], [out_dtype]
    ): Conv3DWinogradAttrsNode;
    "relay.op.nn._make.contrib_depthwise_conv2d_NCHWc" = "nn.contrib_depthwise_conv2d_NCHWc"(
        data, weight, [strides], [padding], [dilation], [groups], [channels], [kernel_size], [data_layout],
        [kernel_layout], [out_layout], [out_dtype]
    ): Conv2DAttrsNode;
}
