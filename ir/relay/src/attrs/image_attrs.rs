//! Attributes of image operators that do not resize.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes of `image.dilation2d`, the morphological dilation.
#[attrs_node("relay.attrs.Dilation2DAttrs")]
pub struct Dilation2DAttrsNode {
    /// The stride of the kernel along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of zero padding: one number for all sides, two for height and width, or four for
    /// top, left, bottom and right.
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
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `image.affine_grid`.
#[attrs_node("relay.attrs.AffineGridAttrs")]
pub struct AffineGridAttrsNode {
    /// The height and width of the result.
    #[reflect(required)]
    pub target_shape: Option<Array<PrimExpr>>,
}

/// Attributes of `image.grid_sample`.
#[attrs_node("relay.attrs.GridSampleAttrs")]
pub struct GridSampleAttrsNode {
    /// The interpolation method: `nearest`, `bilinear` or `bicubic`.
    #[reflect(default = "bilinear".into())]
    pub method: String,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
}
