//! Convolutions.

pub(crate) mod attributes;
mod deformable;
pub(crate) mod layouts;
mod patches;
pub(crate) mod relation;
pub(crate) mod transposed;

use crate::attrs::{
    BinaryConv2DAttrsNode, Conv1DAttrs, Conv1DAttrsNode, Conv1DTransposeAttrsNode, Conv2DAttrs,
    Conv2DAttrsNode, Conv2DTransposeAttrs, Conv2DTransposeAttrsNode, Conv3DAttrs, Conv3DAttrsNode,
    Conv3DTransposeAttrs, Conv3DTransposeAttrsNode, CorrelationAttrsNode, DeformableConv2DAttrsNode,
    SparseConv2DAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Convolves images using bitwise operations on low-bit numbers.
    pub fn bitserial_conv2d(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
    ) with BinaryConv2DAttrsNode = "nn.bitserial_conv2d" as "relay.op.nn._make.bitserial_conv2d"(
            data, weight, [strides], [padding], [channels], [kernel_size],
            [activation_bits], [weight_bits], [data_layout], [kernel_layout],
            [pack_dtype], [out_dtype], [unipolar]
        )
        => |op| op.type_relation("BinaryConv2D").support_level(2)
            .infer_layout(layouts::bitserial);

    /// Convolves sequences with kernels.
    pub fn conv1d(
        data: "Tensor" = "The sequences.",
        weight: "Tensor" = "The kernels.",
    ) with Conv1DAttrsNode = "nn.conv1d" as "relay.op.nn._make.conv1d"(
            data, weight, [strides], [padding], [dilation], [groups], [channels],
            [kernel_size], [data_layout], [kernel_layout], (out_layout), [out_dtype]
        )
        => |op| op.type_relation("Conv1D").support_level(2)
            .infer_layout(layouts::conv::<Conv1DAttrs>);

    /// Computes the transposed convolution of sequences, which lengthens them.
    pub fn conv1d_transpose(
        data: "Tensor" = "The sequences.",
        weight: "Tensor" = "The kernels.",
    ) with Conv1DTransposeAttrsNode = "nn.conv1d_transpose" as "relay.op.nn._make.conv1d_transpose"(
            data, weight, [strides], [padding], [dilation], [groups], [channels],
            [kernel_size], [data_layout], [kernel_layout], [out_layout],
            [output_padding], [out_dtype]
        )
        => |op| op.type_relation("Conv1DTranspose").support_level(2);

    /// Convolves images with kernels.
    pub fn conv2d(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
    ) with Conv2DAttrsNode = "nn.conv2d" as "relay.op.nn._make.conv2d"
        => |op| op.type_relation("Conv2D").support_level(2)
            .infer_layout(layouts::conv::<Conv2DAttrs>);

    /// Computes the transposed convolution of images, which enlarges them.
    pub fn conv2d_transpose(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The kernels.",
    ) with Conv2DTransposeAttrsNode = "nn.conv2d_transpose" as "relay.op.nn._make.conv2d_transpose"(
            data, weight, [strides], [padding], [dilation], [groups], [channels],
            [kernel_size], [data_layout], [kernel_layout], [out_layout],
            [output_padding], [out_dtype]
        )
        => |op| op.type_relation("Conv2DTranspose").support_level(2)
            .infer_layout(layouts::conv::<Conv2DTransposeAttrs>);

    /// Convolves volumes with kernels.
    pub fn conv3d(
        data: "Tensor" = "The volumes.",
        weight: "Tensor" = "The kernels.",
    ) with Conv3DAttrsNode = "nn.conv3d" as "relay.op.nn._make.conv3d"
        => |op| op.type_relation("Conv3D").support_level(2)
            .infer_layout(layouts::conv::<Conv3DAttrs>);

    /// Computes the transposed convolution of volumes, which enlarges them.
    pub fn conv3d_transpose(
        data: "Tensor" = "The volumes.",
        weight: "Tensor" = "The kernels.",
    ) with Conv3DTransposeAttrsNode = "nn.conv3d_transpose" as "relay.op.nn._make.conv3d_transpose"(
            data, weight, [strides], [padding], [dilation], [groups], [channels],
            [kernel_size], [data_layout], [kernel_layout], [out_layout],
            [output_padding], [out_dtype]
        )
        => |op| op.type_relation("Conv3DTranspose").support_level(2)
            .infer_layout(layouts::conv::<Conv3DTransposeAttrs>);

    /// Computes the similarity of the patches of two images for each displacement.
    pub fn correlation(
        data1: "Tensor" = "The first image.",
        data2: "Tensor" = "The second image.",
    ) with CorrelationAttrsNode = "nn.correlation" as "relay.op.nn._make.correlation"
        => |op| op.type_relation("Correlation").support_level(2)
            .infer_layout(layouts::correlation);

    /// Convolves images, reading each pixel at a learned offset.
    pub fn deformable_conv2d(
        data: "Tensor" = "The images.",
        offset: "Tensor" = "The offset of each kernel point at each output position.",
        weight: "Tensor" = "The kernels.",
    ) with DeformableConv2DAttrsNode
        = "nn.deformable_conv2d" as "relay.op.nn._make.deformable_conv2d"
        => |op| op.type_relation("DeformableConv2D").support_level(5)
            .infer_layout(layouts::deformable);

    /// Convolves images with sparse kernels.
    pub fn sparse_conv2d(
        data as "dense_data": "nD Tensor" = "The images.",
        weight_data as "sparse_data": "1D or 3D Tensor" = "The nonzero elements of the kernels.",
        weight_indices as "sparse_indices": "1D Tensor" = "The column of each element or block.",
        weight_indptr as "sparse_indptr": "1D Tensor" = "The start of each row.",
    ) with SparseConv2DAttrsNode = "nn.sparse_conv2d" as "relay.op.nn._make.sparse_conv2d"
        => |op| op.type_relation("SparseConv2d").support_level(1);
}
