//! Attributes of the operators of Arm's Ethos-U processors. A feature map is `ifm` where it comes in and `ofm` where it goes out.

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
    /// The height and the width of the kernel.
    #[reflect(default = None)]
    pub kernel_shape: Option<Array<PrimExpr>>,
    /// How many channels the result has.
    #[reflect(default = None)]
    pub ofm_channels: Option<PrimExpr>,
    /// How far the kernel moves along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// How much is padded at the top, at the left, at the bottom and at the right.
    #[reflect(default = integers([0, 0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along height and width.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The least value that `CLIP` lets through.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The greatest value that `CLIP` lets through.
    #[reflect(default = 0)]
    pub clip_max: i32,
    /// How the input is upscaled to twice its size: `NONE`, `NEAREST` or `ZEROS`.
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
    /// The height and the width of the kernel.
    #[reflect(default = None)]
    pub kernel_shape: Option<Array<PrimExpr>>,
    /// How many channels the result has.
    #[reflect(default = None)]
    pub ofm_channels: Option<PrimExpr>,
    /// How far the kernel moves along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// How much is padded at the top, at the left, at the bottom and at the right.
    #[reflect(default = integers([0, 0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along height and width.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The least value that `CLIP` lets through.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The greatest value that `CLIP` lets through.
    #[reflect(default = 0)]
    pub clip_max: i32,
    /// How the input is upscaled to twice its size: `NONE`, `NEAREST` or `ZEROS`.
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
    /// What is taken of a window: `AVG` or `MAX`.
    pub pooling_type: String,
    /// The scale of the quantized input.
    pub ifm_scale: f64,
    /// The zero point of the quantized input.
    pub ifm_zero_point: i32,
    /// The scale of the quantized result.
    pub ofm_scale: f64,
    /// The zero point of the quantized result.
    pub ofm_zero_point: i32,
    /// The height and the width of the window.
    #[reflect(default = None)]
    pub pool_shape: Option<Array<PrimExpr>>,
    /// How many channels the result has.
    #[reflect(default = None)]
    pub ofm_channels: Option<PrimExpr>,
    /// How far the window moves along height and width.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// How much is padded at the top, at the left, at the bottom and at the right.
    #[reflect(default = integers([0, 0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The least value that `CLIP` lets through.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The greatest value that `CLIP` lets through.
    #[reflect(default = 0)]
    pub clip_max: i32,
    /// How the input is upscaled to twice its size: `NONE`, `NEAREST` or `ZEROS`.
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
    /// How many channels the first input has.
    #[reflect(required)]
    pub ifm_channels: Option<PrimExpr>,
    /// How many channels the second input has.
    #[reflect(required)]
    pub ifm2_channels: Option<PrimExpr>,
    /// Whether the second input is the first operand.
    #[reflect(default = false)]
    pub reversed_operands: bool,
    /// The activation that ends the operator: `NONE`, `CLIP`, `TANH`, `SIGMOID` or `LUT`.
    #[reflect(default = "NONE".into())]
    pub activation: String,
    /// The least value that `CLIP` lets through.
    #[reflect(default = 0)]
    pub clip_min: i32,
    /// The greatest value that `CLIP` lets through.
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
