//! Operators on images.

mod layouts;
mod relation;

use objet_ir::op::OpPatternKind::Injective;

use crate::attrs::{
    AffineGridAttrsNode, CropAndResizeAttrsNode, Dilation2DAttrsNode, GridSampleAttrsNode, Resize1DAttrsNode,
    Resize2DAttrsNode, Resize3DAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Returns the sample points of affine transforms of a regular grid.
    pub fn affine_grid(
        data: "Tensor" = "The matrix of each transform.",
    ) with AffineGridAttrsNode = "image.affine_grid" as "relay.op.image._make.affine_grid"
        => |op| op.type_relation("AffineGrid").support_level(5).pattern(Injective);

    /// Crops boxes out of images and resizes all of them to one size.
    pub fn crop_and_resize(
        data: "Tensor" = "The images.",
        boxes: "Tensor" = "The corners of each box, as fractions of the image.",
        box_indices: "Tensor" = "The image index of each box.",
    ) with CropAndResizeAttrsNode
        = "image.crop_and_resize" as "relay.op.image._make.crop_and_resize"
        => |op| op.type_relation("CropAndResize").support_level(5).pattern(Injective);

    /// Samples images at points between the pixels.
    pub fn grid_sample(
        data: "Tensor" = "The images.",
        grid: "Tensor" = "The points.",
    ) with GridSampleAttrsNode = "image.grid_sample" as "relay.op.image._make.grid_sample"
        => |op| op.type_relation("GridSample").support_level(5).pattern(Injective);

    /// Resizes sequences.
    pub fn resize1d(
        data: "Tensor" = "The sequences.",
    ) with Resize1DAttrsNode = "image.resize1d" as "relay.op.image._make.resize1d"
        => |op| op.type_relation("Resize1D").support_level(5).pattern(Injective)
            .infer_layout(layouts::resize1d);

    /// Resizes images.
    pub fn resize2d(
        data: "Tensor" = "The images.",
    ) with Resize2DAttrsNode = "image.resize2d" as "relay.op.image._make.resize2d"
        => |op| op.type_relation("Resize2D").support_level(5).pattern(Injective)
            .infer_layout(layouts::resize2d);

    /// Resizes volumes.
    pub fn resize3d(
        data: "Tensor" = "The volumes.",
    ) with Resize3DAttrsNode = "image.resize3d" as "relay.op.image._make.resize3d"
        => |op| op.type_relation("Resize3d").support_level(5).pattern(Injective);

    /// Computes the grayscale dilation of images: the maximum sum of window and structuring
    /// element.
    pub fn dilation2d(
        data: "Tensor" = "The images.",
        weight: "Tensor" = "The structuring element.",
    ) with Dilation2DAttrsNode = "image.dilation2d" as "relay.op.image._make.dilation2d"
        => |op| op.type_relation("Dilation2D").support_level(2)
            .infer_layout(layouts::dilation2d);
}
