//! Operators on the axes of space: padding, blocks, enlargement.

use objet_ir::op::OpPatternKind::Injective;
use objet_ir::register_op;

use crate::attrs::{
    BatchToSpaceNDAttrsNode, FIFOBufferAttrsNode, MirrorPadAttrsNode, PadAttrsNode, SpaceToBatchNDAttrsNode,
    SubPixelAttrsNode, UpSampling3DAttrsNode, UpSamplingAttrsNode,
};

register_op! { "nn.batch_flatten"
    .describe("Joins all axes but the first into one.")
    .argument("data", "Tensor", "The batch.")
    .type_relation("BatchFlatten").support_level(2)
}

register_op! { "nn.batch_to_space_nd"
    .describe("Moves blocks of the batch axis out into the spatial axes.")
    .argument("data", "Tensor", "The batch.")
    .attrs::<BatchToSpaceNDAttrsNode>()
    .type_relation("BatchToSpaceND").support_level(5).pattern(Injective)
}

register_op! { "nn.depth_to_space"
    .describe("Moves blocks of channels out into the pixels of larger images.")
    .argument("data", "Tensor", "The images.")
    .attrs::<SubPixelAttrsNode>()
    .type_relation("DepthToSpace").support_level(5)
}

register_op! { "nn.dilate"
    .describe("Puts a value between neighbours along the axes.")
    .argument("x", "1D Tensor", "The tensor to stretch.")
    .type_relation("Dilate")
}

register_op! { "nn.fifo_buffer"
    .describe("Appends to a buffer along one axis, and drops as much at its start.")
    .argument("data", "Tensor", "What to append.")
    .argument("buffer", "Tensor", "The buffer.")
    .attrs::<FIFOBufferAttrsNode>()
    .type_relation("FIFOBuffer").support_level(3)
}

register_op! { "nn.mirror_pad"
    .describe("Extends a tensor at its borders by its own mirror image.")
    .argument("data", "Tensor", "The tensor to extend.")
    .attrs::<MirrorPadAttrsNode>()
    .type_relation("MirrorPad").support_level(2).pattern(Injective)
}

register_op! { "nn.pad"
    .describe("Extends a tensor at its borders by a value.")
    .argument("data", "Tensor", "The tensor to extend.")
    .argument("pad_val", "Tensor", "The value.")
    .attrs::<PadAttrsNode>()
    .type_relation("Pad").support_level(2).pattern(Injective)
}

register_op! { "nn.space_to_batch_nd"
    .describe("Moves blocks of the spatial axes into the batch axis.")
    .argument("data", "Tensor", "The batch.")
    .attrs::<SpaceToBatchNDAttrsNode>()
    .type_relation("SpaceToBatchND").support_level(5).pattern(Injective)
}

register_op! { "nn.space_to_depth"
    .describe("Moves blocks of pixels into the channels of smaller images.")
    .argument("data", "Tensor", "The images.")
    .attrs::<SubPixelAttrsNode>()
    .type_relation("SpaceToDepth").support_level(5)
}

register_op! { "nn.upsampling"
    .describe("Enlarges images by a factor.")
    .argument("data", "Tensor", "The images.")
    .attrs::<UpSamplingAttrsNode>()
    .type_relation("UpSampling").support_level(2).pattern(Injective)
}

register_op! { "nn.upsampling3d"
    .describe("Enlarges volumes by a factor.")
    .argument("data", "Tensor", "The volumes.")
    .attrs::<UpSampling3DAttrsNode>()
    .type_relation("UpSampling3D").support_level(2).pattern(Injective)
}

makers! {
    /// Joins all axes but the first into one.
    pub fn batch_flatten(data) = "nn.batch_flatten";
    /// Extends a tensor at its borders by a value.
    pub fn pad(data, pad_value; PadAttrsNode) = "nn.pad";
    /// Enlarges images by a factor.
    pub fn upsampling(data; UpSamplingAttrsNode) = "nn.upsampling";
}

global_makers! {
    "relay.op.nn._make.batch_flatten" = "nn.batch_flatten"(data);
    "relay.op.nn._make.batch_to_space_nd" = "nn.batch_to_space_nd"(
        data, [block_shape], [crops]
    ): BatchToSpaceNDAttrsNode;
    "relay.op.nn._make.depth_to_space" = "nn.depth_to_space"(
        data, [block_size], [layout], [mode]
    ): SubPixelAttrsNode;
    "relay.op.nn._make.dilate" = "nn.dilate"(data, [strides], [dilation_value]): DilateAttrsNode;
    "relay.op.nn._make.fifo_buffer" = "nn.fifo_buffer"(input, buffer, [axis]): FIFOBufferAttrsNode;
    "relay.op.nn._make.mirror_pad" = "nn.mirror_pad"(data, [pad_width], [mode]): MirrorPadAttrsNode;
    "relay.op.nn._make.pad" = "nn.pad"(data, [pad_width], pad_value, [pad_mode]): PadAttrsNode;
    "relay.op.nn._make.space_to_batch_nd" = "nn.space_to_batch_nd"(
        data, [block_shape], [paddings], [pad_value]
    ): SpaceToBatchNDAttrsNode;
    "relay.op.nn._make.space_to_depth" = "nn.space_to_depth"(data, [block_size], [layout]): SubPixelAttrsNode;
    "relay.op.nn._make.upsampling" = "nn.upsampling"(
        data, [scale_h], [scale_w], [layout], [method], [align_corners]
    ): UpSamplingAttrsNode;
    "relay.op.nn._make.upsampling3d" = "nn.upsampling3d"(
        data, [scale_d], [scale_h], [scale_w], [layout], [method], [coordinate_transformation_mode]
    ): UpSampling3DAttrsNode;
}
