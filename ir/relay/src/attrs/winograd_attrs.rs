//! Attributes of convolutions with pre-transformed weights, and of the weight transforms.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes of `nn.contrib_conv2d_winograd_without_weight_transform`.
#[attrs_node("relay.attrs.Conv2DWinogradAttrs")]
pub struct Conv2DWinogradAttrsNode {
    /// The size of a Winograd tile, in elements of the result along a spatial axis.
    pub tile_size: i32,
    /// The stride along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of zero padding: one number for all sides, two for height and width, or four for
    /// top, left, bottom and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The number of groups that the channels are divided into. Each group is convolved separately.
    #[reflect(default = 1)]
    pub groups: i32,
    /// The number of output channels; null to infer it from the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The size of the kernel along each spatial axis; null to infer it from the shape of the
    /// weight.
    #[reflect(default = None)]
    pub kernel_size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub data_layout: String,
    /// The layout of the weight, such as `OIHW`.
    #[reflect(default = "OIHW".into())]
    pub kernel_layout: String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.contrib_conv3d_winograd_without_weight_transform`.
#[attrs_node("relay.attrs.Conv3DWinogradAttrs")]
pub struct Conv3DWinogradAttrsNode {
    /// The size of a Winograd tile, in elements of the result along a spatial axis.
    pub tile_size: i32,
    /// The stride along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of zero padding: one number for all sides, three for depth, height and width, or
    /// six for front, top, left, back, bottom and right.
    #[reflect(default = integers([0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The number of groups that the channels are divided into. Each group is convolved separately.
    #[reflect(default = 1)]
    pub groups: i32,
    /// The number of output channels; null to infer it from the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The size of the kernel along each spatial axis; null to infer it from the shape of the
    /// weight.
    #[reflect(default = None)]
    pub kernel_size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCDHW`.
    #[reflect(default = "NCDHW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIDHW`.
    #[reflect(default = "OIDHW".into())]
    pub kernel_layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: std::string::String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.contrib_conv2d_winograd_weight_transform` and
/// `nn.contrib_conv3d_winograd_weight_transform`.
#[attrs_node("relay.attrs.ConvWinogradWeightTransformAttrs")]
pub struct ConvWinogradWeightTransformAttrsNode {
    /// The size of a Winograd tile, in elements of the result along a spatial axis.
    pub tile_size: i32,
}

/// Attributes of `nn.contrib_conv2d_winograd_nnpack_weight_transform`.
#[attrs_node("relay.attrs.Conv2DWinogradNNPACKWeightTransformAttrs")]
pub struct Conv2DWinogradNNPACKWeightTransformAttrsNode {
    /// The id of NNPACK's algorithm.
    pub convolution_algorithm: i32,
    /// The data type of the transformed weight; void for the data type of the weight.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.contrib_conv2d_gemm_weight_transform`.
#[attrs_node("relay.attrs.ConvGemmWeightTransformAttrs")]
pub struct ConvGemmWeightTransformAttrsNode {
    /// The number of rows of a tile of the transformed weight.
    pub tile_rows: i32,
    /// The number of columns of a tile of the transformed weight.
    pub tile_cols: i32,
}
