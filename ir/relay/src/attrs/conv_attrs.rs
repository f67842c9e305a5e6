//! Attributes of convolutions, transposed convolutions and correlation.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes of `nn.conv1d`.
#[attrs_node("relay.attrs.Conv1DAttrs")]
pub struct Conv1DAttrsNode {
    /// The stride along each spatial axis.
    #[reflect(default = integers([1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of zero padding: one number for both sides, or two for left and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along each spatial axis.
    #[reflect(default = integers([1]))]
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
    /// The layout of the input, such as `NCW`.
    #[reflect(default = "NCW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIW`.
    #[reflect(default = "OIW".into())]
    pub kernel_layout: std::string::String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.conv2d`, `nn.contrib_conv2d_NCHWc`, `nn.contrib_depthwise_conv2d_NCHWc`,
/// `nn.contrib_conv2d_gemm_without_weight_transform` and `qnn.conv2d`.
#[attrs_node("relay.attrs.Conv2DAttrs")]
pub struct Conv2DAttrsNode {
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

/// Attributes of `nn.conv3d`.
#[attrs_node("relay.attrs.Conv3DAttrs")]
pub struct Conv3DAttrsNode {
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
    pub data_layout: String,
    /// The layout of the weight, such as `OIDHW`.
    #[reflect(default = "OIDHW".into())]
    pub kernel_layout: String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.conv1d_transpose`.
#[attrs_node("relay.attrs.Conv1DTransposeAttrs")]
pub struct Conv1DTransposeAttrsNode {
    /// The number of output channels; null to infer it from the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The size of the kernel along each spatial axis; null to infer it from the shape of the
    /// weight.
    #[reflect(default = None)]
    pub kernel_size: Option<Array<PrimExpr>>,
    /// The upsampling factor along each spatial axis.
    #[reflect(default = integers([1]))]
    pub strides: Array<PrimExpr>,
    /// The extra size that is added to one side of the result, along each spatial axis.
    #[reflect(default = integers([0]))]
    pub output_padding: Array<PrimExpr>,
    /// The amount of zero padding: one number for both sides, or two for left and right.
    #[reflect(default = integers([0]))]
    pub padding: Array<PrimExpr>,
    /// The distance between neighbouring elements of the kernel, along each spatial axis.
    #[reflect(default = integers([1]))]
    pub dilation: Array<PrimExpr>,
    /// The number of groups that the channels are divided into. Each group is convolved separately.
    #[reflect(default = 1)]
    pub groups: i32,
    /// The layout of the input, such as `NCW`.
    #[reflect(default = "NCW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIW`.
    #[reflect(default = "OIW".into())]
    pub kernel_layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: std::string::String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.conv2d_transpose` and `qnn.conv2d_transpose`.
#[attrs_node("relay.attrs.Conv2DTransposeAttrs")]
pub struct Conv2DTransposeAttrsNode {
    /// The number of output channels; null to infer it from the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The size of the kernel along each spatial axis; null to infer it from the shape of the
    /// weight.
    #[reflect(default = None)]
    pub kernel_size: Option<Array<PrimExpr>>,
    /// The upsampling factor along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The extra size that is added to one side of the result, along each spatial axis.
    #[reflect(default = integers([0, 0]))]
    pub output_padding: Array<PrimExpr>,
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
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIHW`.
    #[reflect(default = "OIHW".into())]
    pub kernel_layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: std::string::String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.conv3d_transpose`.
#[attrs_node("relay.attrs.Conv3DTransposeAttrs")]
pub struct Conv3DTransposeAttrsNode {
    /// The number of output channels; null to infer it from the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The size of the kernel along each spatial axis; null to infer it from the shape of the
    /// weight.
    #[reflect(default = None)]
    pub kernel_size: Option<Array<PrimExpr>>,
    /// The upsampling factor along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The extra size that is added to one side of the result, along each spatial axis.
    #[reflect(default = integers([0, 0, 0]))]
    pub output_padding: Array<PrimExpr>,
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

/// Attributes of `nn.deformable_conv2d`.
#[attrs_node("relay.attrs.DeformableConv2DAttrs")]
pub struct DeformableConv2DAttrsNode {
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
    /// The number of groups of channels that share their offsets.
    #[reflect(default = 1)]
    pub deformable_groups: i32,
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
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIHW`.
    #[reflect(default = "OIHW".into())]
    pub kernel_layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: std::string::String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `nn.correlation`, which compares the patches of two feature maps.
#[attrs_node("relay.attrs.CorrelationAttrs")]
pub struct CorrelationAttrsNode {
    /// The height and width of the patches.
    #[reflect(default = 1)]
    pub kernel_size: i32,
    /// The maximum distance between compared patches, along each axis.
    #[reflect(default = 1)]
    pub max_displacement: i32,
    /// The stride between patches of the first input.
    #[reflect(default = 1)]
    pub stride1: i32,
    /// The stride between patches of the second input.
    #[reflect(default = 1)]
    pub stride2: i32,
    /// The amount of zero padding: one number for all sides, two for height and width, or four for
    /// top, left, bottom and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// Whether elements are multiplied instead of subtracted.
    #[reflect(default = true)]
    pub is_multiply: bool,
    /// The layout of the inputs, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
}
