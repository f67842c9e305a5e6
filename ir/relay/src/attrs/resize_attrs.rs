//! Attributes of operators that resize images.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

/// Attributes of `image.resize1d`.
#[attrs_node("relay.attrs.Resize1DAttrs")]
pub struct Resize1DAttrsNode {
    /// The width of the result.
    #[reflect(default = None)]
    pub size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCW`.
    #[reflect(default = "NCW".into())]
    pub layout: std::string::String,
    /// The interpolation method: `nearest_neighbor`, `linear` or `cubic`.
    #[reflect(default = "linear".into())]
    pub method: std::string::String,
    /// The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
    /// `asymmetric`.
    #[reflect(default = "half_pixel".into())]
    pub coordinate_transformation_mode: std::string::String,
    /// The rounding that selects the neighbour for `nearest_neighbor`, such as `round`, `floor` or
    /// `ceil`.
    #[reflect(default = "round".into())]
    pub rounding_method: std::string::String,
    /// The coefficient of the splines of cubic interpolation.
    #[reflect(default = -0.5)]
    pub cubic_alpha: f64,
    /// Nonzero to give samples outside the image no weight in cubic interpolation.
    #[reflect(default = 0)]
    pub cubic_exclude: i32,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `image.resize2d` and `dyn.image.resize2d`.
#[attrs_node("relay.attrs.Resize2DAttrs")]
pub struct Resize2DAttrsNode {
    /// The height and width of the result.
    #[reflect(default = None)]
    pub size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: std::string::String,
    /// The interpolation method: `nearest_neighbor`, `linear` or `cubic`.
    #[reflect(default = "linear".into())]
    pub method: std::string::String,
    /// The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
    /// `asymmetric`.
    #[reflect(default = "half_pixel".into())]
    pub coordinate_transformation_mode: std::string::String,
    /// The rounding that selects the neighbour for `nearest_neighbor`, such as `round`, `floor` or
    /// `ceil`.
    #[reflect(default = "round".into())]
    pub rounding_method: std::string::String,
    /// The coefficient of the splines of cubic interpolation.
    #[reflect(default = -0.5)]
    pub cubic_alpha: f64,
    /// Nonzero to give samples outside the image no weight in cubic interpolation.
    #[reflect(default = 0)]
    pub cubic_exclude: i32,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `image.resize3d`.
#[attrs_node("relay.attrs.Resize3DAttrs")]
pub struct Resize3DAttrsNode {
    /// The depth, height and width of the result.
    #[reflect(default = None)]
    pub size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCDHW`.
    #[reflect(default = "NCDHW".into())]
    pub layout: std::string::String,
    /// The interpolation method: `nearest_neighbor`, `linear` or `cubic`.
    #[reflect(default = "linear".into())]
    pub method: std::string::String,
    /// The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
    /// `asymmetric`.
    #[reflect(default = "half_pixel".into())]
    pub coordinate_transformation_mode: std::string::String,
    /// The rounding that selects the neighbour for `nearest_neighbor`, such as `round`, `floor` or
    /// `ceil`.
    #[reflect(default = "round".into())]
    pub rounding_method: std::string::String,
    /// The coefficient of the splines of cubic interpolation.
    #[reflect(default = -0.5)]
    pub cubic_alpha: f64,
    /// Nonzero to give samples outside the image no weight in cubic interpolation.
    #[reflect(default = 0)]
    pub cubic_exclude: i32,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `image.crop_and_resize`.
#[attrs_node("relay.attrs.CropAndResizeAttrs")]
pub struct CropAndResizeAttrsNode {
    /// The height and width of the result.
    #[reflect(default = None)]
    pub crop_size: Option<Array<PrimExpr>>,
    /// The layout of the image, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: std::string::String,
    /// The interpolation method: `nearest_neighbor` or `bilinear`.
    #[reflect(default = "bilinear".into())]
    pub method: std::string::String,
    /// The value of samples outside the image.
    #[reflect(default = 0.0)]
    pub extrapolation_value: f64,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.upsampling` and `dyn.nn.upsampling`.
#[attrs_node("relay.attrs.UpSamplingAttrs")]
pub struct UpSamplingAttrsNode {
    /// The scale factor of the height.
    pub scale_h: f64,
    /// The scale factor of the width.
    pub scale_w: f64,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
    /// The interpolation method: `nearest_neighbor`, `bilinear` or `bicubic`.
    #[reflect(default = "nearest_neighbor".into())]
    pub method: String,
    /// Whether the corner pixels keep their values.
    #[reflect(default = false)]
    pub align_corners: bool,
}

/// Attributes of `nn.upsampling3d` and `dyn.nn.upsampling3d`.
#[attrs_node("relay.attrs.UpSampling3DAttrs")]
pub struct UpSampling3DAttrsNode {
    /// The scale factor of the depth.
    pub scale_d: f64,
    /// The scale factor of the height.
    pub scale_h: f64,
    /// The scale factor of the width.
    pub scale_w: f64,
    /// The layout of the input, such as `NCDHW`.
    #[reflect(default = "NCDHW".into())]
    pub layout: std::string::String,
    /// The interpolation method: `nearest_neighbor` or `trilinear`.
    #[reflect(default = "nearest_neighbor".into())]
    pub method: std::string::String,
    /// The mapping from result coordinates to input coordinates: `half_pixel`, `align_corners` or
    /// `asymmetric`.
    #[reflect(default = "half_pixel".into())]
    pub coordinate_transformation_mode: std::string::String,
}
