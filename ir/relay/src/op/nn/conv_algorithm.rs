//! Convolutions with specific algorithms, and their ahead-of-time kernel transforms.

mod relation;

use super::conv::layouts;
use crate::attrs::{
    Conv2DAttrs, Conv2DAttrsNode, Conv2DWinogradAttrs, Conv2DWinogradAttrsNode,
    Conv2DWinogradNNPACKWeightTransformAttrsNode, Conv3DWinogradAttrs, Conv3DWinogradAttrsNode,
    ConvGemmWeightTransformAttrsNode, ConvWinogradWeightTransformAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Convolves images whose channels are split into blocks.
    pub fn contrib_conv2d_nchwc(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
    ) with Conv2DAttrsNode = "nn.contrib_conv2d_NCHWc" as "relay.op.nn._make.contrib_conv2d_NCHWc"
        => |op| op.type_relation("Conv2DNCHWc")
            .infer_layout(layouts::conv::<Conv2DAttrs>);

    /// Arranges kernels in the blocks that convolution by matrix multiplication reads.
    pub fn contrib_conv2d_gemm_weight_transform(
        weights: "Tensor" = "The kernels.",
    ) with ConvGemmWeightTransformAttrsNode
        = "nn.contrib_conv2d_gemm_weight_transform" as "relay.op.nn._make.contrib_conv2d_gemm_weight_transform"
        => |op| op.type_relation("Conv2DGemmWeightTransform");

    /// Convolves images by matrix multiplication, with kernels in blocks.
    pub fn contrib_conv2d_gemm_without_weight_transform(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels in blocks.",
    ) with Conv2DAttrsNode
        = "nn.contrib_conv2d_gemm_without_weight_transform" as "relay.op.nn._make.contrib_conv2d_gemm_without_weight_transform"
        => |op| op.type_relation("Conv2DGemm")
            .infer_layout(layouts::conv::<Conv2DAttrs>);

    /// Transforms kernels for NNPACK's version of Winograd's algorithm.
    pub fn contrib_conv2d_winograd_nnpack_weight_transform(
        weight: "Tensor" = "The kernels.",
    ) with Conv2DWinogradNNPACKWeightTransformAttrsNode
        = "nn.contrib_conv2d_winograd_nnpack_weight_transform" as "relay.op.nn._make.contrib_conv2d_winograd_nnpack_weight_transform"
        => |op| op.type_relation("Conv2DWinogradNNPACKWeightTransform");

    /// Transforms the kernels of image convolutions for Winograd's algorithm.
    pub fn contrib_conv2d_winograd_weight_transform(
        weight: "Tensor" = "The kernels.",
    ) with ConvWinogradWeightTransformAttrsNode
        = "nn.contrib_conv2d_winograd_weight_transform" as "relay.op.nn._make.contrib_conv2d_winograd_weight_transform"
        => |op| op.type_relation("Conv2DWinogradWeightTransform");

    /// Convolves images by Winograd's algorithm, with transformed kernels.
    pub fn contrib_conv2d_winograd_without_weight_transform(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The transformed kernels.",
    ) with Conv2DWinogradAttrsNode
        = "nn.contrib_conv2d_winograd_without_weight_transform" as "relay.op.nn._make.contrib_conv2d_winograd_without_weight_transform"
        => |op| op.type_relation("Conv2DWinograd")
            .infer_layout(layouts::conv::<Conv2DWinogradAttrs>);

    /// Transforms the kernels of volume convolutions for Winograd's algorithm.
    pub fn contrib_conv3d_winograd_weight_transform(
        weight: "Tensor" = "The kernels.",
    ) with ConvWinogradWeightTransformAttrsNode
        = "nn.contrib_conv3d_winograd_weight_transform" as "relay.op.nn._make.contrib_conv3d_winograd_weight_transform"
        => |op| op.type_relation("Conv3DWinogradWeightTransform");

    /// Convolves volumes by Winograd's algorithm, with transformed kernels.
    pub fn contrib_conv3d_winograd_without_weight_transform(
        data: "Tensor" = "The volumes.",
        weight: "Tensor" = "The transformed kernels.",
    ) with Conv3DWinogradAttrsNode
        = "nn.contrib_conv3d_winograd_without_weight_transform" as "relay.op.nn._make.contrib_conv3d_winograd_without_weight_transform"
        => |op| op.type_relation("Conv3DWinograd")
            .infer_layout(layouts::conv::<Conv3DWinogradAttrs>);

    /// Computes the depthwise convolution of images whose channels are split into blocks.
    pub fn contrib_depthwise_conv2d_nchwc(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
    ) with Conv2DAttrsNode
        = "nn.contrib_depthwise_conv2d_NCHWc" as "relay.op.nn._make.contrib_depthwise_conv2d_NCHWc"
        => |op| op.type_relation("Conv2D")
            .infer_layout(layouts::conv::<Conv2DAttrs>);
}
