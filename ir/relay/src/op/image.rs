//! Operators on images.

use objet_ir::op::OpPatternKind::Injective;
use objet_ir::register_op;

use crate::attrs::{
    AffineGridAttrsNode, CropAndResizeAttrsNode, GridSampleAttrsNode, Resize1DAttrsNode, Resize2DAttrsNode,
    Resize3DAttrsNode,
};

register_op! { "image.affine_grid"
    .describe("The grid of sample points that affine maps make of a regular one.")
    .argument("data", "Tensor", "The matrix of each map.")
    .attrs::<AffineGridAttrsNode>()
    .type_relation("AffineGrid").support_level(5).pattern(Injective)
}

register_op! { "image.crop_and_resize"
    .describe("Cuts boxes out of images and brings them all to one size.")
    .argument("data", "Tensor", "The images.")
    .argument("boxes", "Tensor", "The corners of each box, as fractions of the image.")
    .argument("box_indices", "Tensor", "The image that each box is cut out of.")
    .attrs::<CropAndResizeAttrsNode>()
    .type_relation("CropAndResize").support_level(5).pattern(Injective)
}

register_op! { "image.grid_sample"
    .describe("The values of images at points between the pixels.")
    .argument("data", "Tensor", "The images.")
    .argument("grid", "Tensor", "The points.")
    .attrs::<GridSampleAttrsNode>()
    .type_relation("GridSample").support_level(5).pattern(Injective)
}

register_op! { "image.resize1d"
    .describe("Brings sequences to another length.")
    .argument("data", "Tensor", "The sequences.")
    .attrs::<Resize1DAttrsNode>()
    .type_relation("Resize1D").support_level(5).pattern(Injective)
}

register_op! { "image.resize2d"
    .describe("Brings images to another size.")
    .argument("data", "Tensor", "The images.")
    .attrs::<Resize2DAttrsNode>()
    .type_relation("Resize2D").support_level(5).pattern(Injective)
}

register_op! { "image.resize3d"
    .describe("Brings volumes to another size.")
    .argument("data", "Tensor", "The volumes.")
    .attrs::<Resize3DAttrsNode>()
    .type_relation("Resize3d").support_level(5).pattern(Injective)
}

global_makers! {
    "relay.op.image._make.affine_grid" = "image.affine_grid"(data, [target_shape]): AffineGridAttrsNode;
    "relay.op.image._make.crop_and_resize" = "image.crop_and_resize"(
        data, boxes, box_indices, [crop_size], [layout], [method], [extrapolation_value], [out_dtype]
    ): CropAndResizeAttrsNode;
    "relay.op.image._make.grid_sample" = "image.grid_sample"(data, grid, [method], [layout]): GridSampleAttrsNode;
    "relay.op.image._make.resize1d" = "image.resize1d"(
        data, [size], [layout], [method], [coordinate_transformation_mode], [rounding_method], [cubic_alpha],
        [cubic_exclude], [out_dtype]
    ): Resize1DAttrsNode;
    "relay.op.image._make.resize2d" = "image.resize2d"(
        data, [size], [layout], [method], [coordinate_transformation_mode], [rounding_method], [cubic_alpha],
        [cubic_exclude], [out_dtype]
    ): Resize2DAttrsNode;
    "relay.op.image._make.resize3d" = "image.resize3d"(
        data, [size], [layout], [method], [coordinate_transformation_mode], [rounding_method], [cubic_alpha],
        [cubic_exclude], [out_dtype]
    ): Resize3DAttrsNode;
}
