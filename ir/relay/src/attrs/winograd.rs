//! Attributes of convolutions whose weights are transformed ahead, and of these transforms.

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
    /// How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
    /// and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// Into how many groups the channels are divided; each is convolved by itself.
    #[reflect(default = 1)]
    pub groups: i32,
    /// How many channels the result has; null to tell by the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The size of the kernel along each spatial axis; null to tell by the shape of the weight.
    #[reflect(default = None)]
    pub kernel_size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub data_layout: String,
    /// The layout of the weight, such as `OIHW`.
    #[reflect(default = "OIHW".into())]
    pub kernel_layout: String,
    /// The layout of the result; empty for that of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// The data type of the result; void for that of the input.
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
    /// How much is padded with zeros: one number for all sides, three for depth, height and width, or six for front,
    /// top, left, back, bottom and right.
    #[reflect(default = integers([0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// Into how many groups the channels are divided; each is convolved by itself.
    #[reflect(default = 1)]
    pub groups: i32,
    /// How many channels the result has; null to tell by the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The size of the kernel along each spatial axis; null to tell by the shape of the weight.
    #[reflect(default = None)]
    pub kernel_size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCDHW`.
    #[reflect(default = "NCDHW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIDHW`.
    #[reflect(default = "OIDHW".into())]
    pub kernel_layout: std::string::String,
    /// The layout of the result; empty for that of the input.
    #[reflect(default = "".into())]
    pub out_layout: std::string::String,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.contrib_conv2d_winograd_weight_transform` and `nn.contrib_conv3d_winograd_weight_transform`.
#[attrs_node("relay.attrs.ConvWinogradWeightTransformAttrs")]
pub struct ConvWinogradWeightTransformAttrsNode {
    /// The size of a Winograd tile, in elements of the result along a spatial axis.
    pub tile_size: i32,
}

/// Attributes of `nn.contrib_conv2d_winograd_nnpack_weight_transform`.
#[attrs_node("relay.attrs.Conv2DWinogradNNPACKWeightTransformAttrs")]
pub struct Conv2DWinogradNNPACKWeightTransformAttrsNode {
    /// The number of NNPACK's algorithm.
    pub convolution_algorithm: i32,
    /// The data type of the transformed weight; void for that of the weight.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.contrib_conv2d_gemm_weight_transform`.
#[attrs_node("relay.attrs.ConvGemmWeightTransformAttrs")]
pub struct ConvGemmWeightTransformAttrsNode {
    /// How many rows a tile of the transformed weight has.
    pub tile_rows: i32,
    /// How many columns a tile of the transformed weight has.
    pub tile_cols: i32,
}
