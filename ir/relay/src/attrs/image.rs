//! Attributes of other operators on images.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::PrimExpr;

use crate::attrs::array::integers;

/// Attributes of `image.dilation2d`, the morphological dilation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.Dilation2DAttrs", is_final, new)]
pub struct Dilation2DAttrsNode {
    base: AttrsNode,
    /// How far the kernel moves along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
    /// and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along height and width.
    #[reflect(default = integers([1, 1]))]
    pub dilations: Array<PrimExpr>,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `IHW`.
    #[reflect(default = "IHW".into())]
    pub kernel_layout: std::string::String,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `image.affine_grid`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.AffineGridAttrs", is_final, new)]
pub struct AffineGridAttrsNode {
    base: AttrsNode,
    /// The height and the width of the result.
    #[reflect(required)]
    pub target_shape: Option<Array<PrimExpr>>,
}

/// Attributes of `image.grid_sample`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.GridSampleAttrs", is_final, new)]
pub struct GridSampleAttrsNode {
    base: AttrsNode,
    /// How to interpolate: `nearest`, `bilinear` or `bicubic`.
    #[reflect(default = "bilinear".into())]
    pub method: String,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
}
