//! Attributes of the operators of Arm's Ethos-U processors.
//!
//! The prefix `ifm` means input feature map, and `ofm` means output feature map.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes of `contrib.ethosu.conv2d`.
#[attrs_node("relay.attrs.EthosuConv2DAttrs")]
pub struct EthosuConv2DAttrsNode {
    /// The scale of the quantized input.
    pub ifm_scale: f64,
    /// The zero point of the quantized input.
    pub ifm_zero_point: i32,
    /// The zero point of the quantized weights.
    pub weight_zero_point: i32,
    /// The scale of the quantized result.
    pub ofm_scale: f64,
    /// The zero point of the quantized result.
    pub ofm_zero_point: i32,
    /// The height and width of the kernel.
    #[reflect(default = None)]
    pub kernel_shape: Option<Array<PrimExpr>>,
    /// The number of output channels.
    #[reflect(default = None)]
    pub ofm_channels: Option<PrimExpr>,
    /// The stride of the kernel along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of padding at the top, left, bottom and right.
    #[reflect(default = integers([0, 0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along height and width.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The lower bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The upper bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_max: i32,
    /// The method to upscale the input to twice its size: `NONE`, `NEAREST` or `ZEROS`.
    #[reflect(default = "NONE".into())]
    pub upscale: String,
    /// The layout of the input: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ifm_layout: String,
    /// The layout of the result: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ofm_layout: String,
}

/// Attributes of `contrib.ethosu.depthwise_conv2d`.
#[attrs_node("relay.attrs.EthosuDepthwiseConv2DAttrs")]
pub struct EthosuDepthwiseConv2DAttrsNode {
    /// The scale of the quantized input.
    pub ifm_scale: f64,
    /// The zero point of the quantized input.
    pub ifm_zero_point: i32,
    /// The zero point of the quantized weights.
    pub weight_zero_point: i32,
    /// The scale of the quantized result.
    pub ofm_scale: f64,
    /// The zero point of the quantized result.
    pub ofm_zero_point: i32,
    /// The height and width of the kernel.
    #[reflect(default = None)]
    pub kernel_shape: Option<Array<PrimExpr>>,
    /// The number of output channels.
    #[reflect(default = None)]
    pub ofm_channels: Option<PrimExpr>,
    /// The stride of the kernel along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of padding at the top, left, bottom and right.
    #[reflect(default = integers([0, 0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along height and width.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The lower bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The upper bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_max: i32,
    /// The method to upscale the input to twice its size: `NONE`, `NEAREST` or `ZEROS`.
    #[reflect(default = "NONE".into())]
    pub upscale: String,
    /// The layout of the input: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ifm_layout: String,
    /// The layout of the result: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ofm_layout: String,
}

/// Attributes of `contrib.ethosu.pooling`.
#[attrs_node("relay.attrs.EthosuPoolingAttrs")]
pub struct EthosuPoolingAttrsNode {
    /// The reduction of each window: `AVG` or `MAX`.
    pub pooling_type: String,
    /// The scale of the quantized input.
    pub ifm_scale: f64,
    /// The zero point of the quantized input.
    pub ifm_zero_point: i32,
    /// The scale of the quantized result.
    pub ofm_scale: f64,
    /// The zero point of the quantized result.
    pub ofm_zero_point: i32,
    /// The height and width of the window.
    #[reflect(default = None)]
    pub pool_shape: Option<Array<PrimExpr>>,
    /// The number of output channels.
    #[reflect(default = None)]
    pub ofm_channels: Option<PrimExpr>,
    /// The stride of the window along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of padding at the top, left, bottom and right.
    #[reflect(default = integers([0, 0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The lower bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The upper bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_max: i32,
    /// The method to upscale the input to twice its size: `NONE`, `NEAREST` or `ZEROS`.
    #[reflect(default = "NONE".into())]
    pub upscale: String,
    /// The layout of the input: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ifm_layout: String,
    /// The layout of the result: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ofm_layout: String,
}

/// Attributes of `contrib.ethosu.binary_elementwise`.
#[attrs_node("relay.attrs.EthosuBinaryElementwiseAttrs")]
pub struct EthosuBinaryElementwiseAttrsNode {
    /// The operation: `ADD`, `SUB`, `MUL`, `MIN`, `MAX`, `SHR` or `SHL`.
    pub operator_type: String,
    /// The scale of the first quantized input.
    pub ifm_scale: f64,
    /// The zero point of the first quantized input.
    pub ifm_zero_point: i32,
    /// The scale of the second quantized input.
    pub ifm2_scale: f64,
    /// The zero point of the second quantized input.
    pub ifm2_zero_point: i32,
    /// The scale of the quantized result.
    pub ofm_scale: f64,
    /// The zero point of the quantized result.
    pub ofm_zero_point: i32,
    /// The number of channels of the first input.
    #[reflect(required)]
    pub ifm_channels: Option<PrimExpr>,
    /// The number of channels of the second input.
    #[reflect(required)]
    pub ifm2_channels: Option<PrimExpr>,
    /// Whether the second input is the first operand.
    #[reflect(default = false)]
    pub reversed_operands: bool,
    /// The activation function: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The lower bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The upper bound of `CLIP`.
    #[reflect(default = 0)]
    pub clip_max: i32,
    /// The layout of the first input: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ifm_layout: String,
    /// The layout of the second input: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ifm2_layout: String,
    /// The layout of the result: `NHWC` or `NHCWB16`.
    #[reflect(default = "NHWC".into())]
    pub ofm_layout: String,
    /// The data type of the result, such as `int8`.
    pub ofm_dtype: String,
}
