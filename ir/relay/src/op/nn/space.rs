//! Operators on spatial axes: padding, block rearrangement and upsampling.

mod blocks;
pub(crate) mod layouts;
pub(crate) mod padding;
mod upsampling;

use objet_ir::op::OpPatternKind::Injective;
use objet_tir::topi;

use crate::attrs::{
    BatchToSpaceNDAttrsNode, DilateAttrsNode, FIFOBufferAttrsNode, MirrorPadAttrsNode, PadAttrsNode,
    SpaceToBatchNDAttrsNode, SubPixelAttrsNode, UpSampling3DAttrsNode, UpSamplingAttrsNode,
};
use crate::op::compute::Compute;
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Joins all axes except the first into one.
    pub fn batch_flatten(
        data: "Tensor" = "The batch.",
    ) = "nn.batch_flatten" as "relay.op.nn._make.batch_flatten"
        => |op| op.type_relation("BatchFlatten").support_level(2)
            .compute_each(topi::flatten);

    /// Moves blocks of the batch axis into the spatial axes.
    pub fn batch_to_space_nd(
        data: "Tensor" = "The batch.",
    ) with BatchToSpaceNDAttrsNode = "nn.batch_to_space_nd" as "relay.op.nn._make.batch_to_space_nd"
        => |op| op.type_relation("BatchToSpaceND").support_level(5).pattern(Injective)
            .compute(blocks::batch_to_space_nd_compute);

    /// Moves channels into blocks of pixels of larger images.
    pub fn depth_to_space(
        data: "Tensor" = "The images.",
    ) with SubPixelAttrsNode = "nn.depth_to_space" as "relay.op.nn._make.depth_to_space"
        => |op| op.type_relation("DepthToSpace").support_level(5);

    /// Inserts a value between neighbouring elements along the axes.
    pub fn dilate(
        data as "x": "1D Tensor" = "The tensor to dilate.",
    ) with DilateAttrsNode = "nn.dilate" as "relay.op.nn._make.dilate"
        => |op| op.type_relation("Dilate").without_attrs_type();

    /// Appends to a buffer along one axis, and removes the same number of elements at its start.
    pub fn fifo_buffer(
        input as "data": "Tensor" = "The elements to append.",
        buffer: "Tensor" = "The buffer.",
    ) with FIFOBufferAttrsNode = "nn.fifo_buffer" as "relay.op.nn._make.fifo_buffer"
        => |op| op.type_relation("FIFOBuffer").support_level(3);

    /// Pads a tensor with its mirror image.
    pub fn mirror_pad(
        data: "Tensor" = "The tensor to pad.",
    ) with MirrorPadAttrsNode = "nn.mirror_pad" as "relay.op.nn._make.mirror_pad"(
            data, [pad_width], [mode]
        )
        => |op| op.type_relation("MirrorPad").support_level(2).pattern(Injective);

    /// Pads a tensor.
    pub fn pad(
        data: "Tensor" = "The tensor to pad.",
        pad_value as "pad_val": "Tensor" = "The padding value.",
    ) with PadAttrsNode = "nn.pad" as "relay.op.nn._make.pad"(
            data, [pad_width], pad_value, [pad_mode]
        )
        => |op| op.type_relation("Pad").support_level(2).pattern(Injective)
            .infer_layout(layouts::pad)
            .compute(padding::pad_compute);

    /// Moves blocks of the spatial axes into the batch axis.
    pub fn space_to_batch_nd(
        data: "Tensor" = "The batch.",
    ) with SpaceToBatchNDAttrsNode = "nn.space_to_batch_nd" as "relay.op.nn._make.space_to_batch_nd"
        => |op| op.type_relation("SpaceToBatchND").support_level(5).pattern(Injective)
            .compute(blocks::space_to_batch_nd_compute);

    /// Moves blocks of pixels into the channels of smaller images.
    pub fn space_to_depth(
        data: "Tensor" = "The images.",
    ) with SubPixelAttrsNode = "nn.space_to_depth" as "relay.op.nn._make.space_to_depth"(
            data, [block_size], [layout]
        )
        => |op| op.type_relation("SpaceToDepth").support_level(5);

    /// Upsamples images by constant factors.
    pub fn upsampling(
        data: "Tensor" = "The images.",
    ) with UpSamplingAttrsNode = "nn.upsampling" as "relay.op.nn._make.upsampling"
        => |op| op.type_relation("UpSampling").support_level(2).pattern(Injective)
            .infer_layout(layouts::upsampling);

    /// Upsamples volumes by constant factors.
    pub fn upsampling3d(
        data: "Tensor" = "The volumes.",
    ) with UpSampling3DAttrsNode = "nn.upsampling3d" as "relay.op.nn._make.upsampling3d"
        => |op| op.type_relation("UpSampling3D").support_level(2).pattern(Injective)
            .infer_layout(layouts::upsampling3d);
}
