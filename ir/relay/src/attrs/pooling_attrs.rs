//! Attributes of pooling.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes of `nn.max_pool1d`.
#[attrs_node("relay.attrs.MaxPool1DAttrs")]
pub struct MaxPool1DAttrsNode {
    /// The size of the pooling window along each spatial axis.
    #[reflect(required)]
    pub pool_size: Option<Array<PrimExpr>>,
    /// The stride of the window along each spatial axis.
    #[reflect(default = integers([1]))]
    pub strides: Array<PrimExpr>,
    /// The distance between neighbouring elements of the window, along each spatial axis.
    #[reflect(default = integers([1]))]
    pub dilation: Array<PrimExpr>,
    /// The amount of padding: one number for all spatial sides, or one for each side.
    #[reflect(default = integers([0]))]
    pub padding: Array<PrimExpr>,
    /// The layout of the input, such as `NCW`.
    #[reflect(default = "NCW".into())]
    pub layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// Whether the size of the result is rounded up instead of down.
    #[reflect(default = false)]
    pub ceil_mode: bool,
}

/// Attributes of `nn.max_pool2d`, `nn.max_pool2d_grad` and `nn.avg_pool2d_grad`.
#[attrs_node("relay.attrs.MaxPool2DAttrs")]
pub struct MaxPool2DAttrsNode {
    /// The size of the pooling window along each spatial axis.
    #[reflect(required)]
    pub pool_size: Option<Array<PrimExpr>>,
    /// The stride of the window along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The distance between neighbouring elements of the window, along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The amount of padding: one number for all spatial sides, or one for each side.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// Whether the size of the result is rounded up instead of down.
    #[reflect(default = false)]
    pub ceil_mode: bool,
}

/// Attributes of `nn.max_pool3d`.
#[attrs_node("relay.attrs.MaxPool3DAttrs")]
pub struct MaxPool3DAttrsNode {
    /// The size of the pooling window along each spatial axis.
    #[reflect(required)]
    pub pool_size: Option<Array<PrimExpr>>,
    /// The stride of the window along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The distance between neighbouring elements of the window, along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The amount of padding: one number for all spatial sides, or one for each side.
    #[reflect(default = integers([0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The layout of the input, such as `NCDHW`.
    #[reflect(default = "NCDHW".into())]
    pub layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// Whether the size of the result is rounded up instead of down.
    #[reflect(default = false)]
    pub ceil_mode: bool,
}

/// Attributes of `nn.avg_pool1d`.
#[attrs_node("relay.attrs.AvgPool1DAttrs")]
pub struct AvgPool1DAttrsNode {
    /// The size of the pooling window along each spatial axis.
    #[reflect(required)]
    pub pool_size: Option<Array<PrimExpr>>,
    /// The stride of the window along each spatial axis.
    #[reflect(default = integers([1]))]
    pub strides: Array<PrimExpr>,
    /// The distance between neighbouring elements of the window, along each spatial axis.
    #[reflect(default = integers([1]))]
    pub dilation: Array<PrimExpr>,
    /// The amount of zero padding: one number for all spatial sides, or one for each side.
    #[reflect(default = integers([0]))]
    pub padding: Array<PrimExpr>,
    /// The layout of the input, such as `NCW`.
    #[reflect(default = "NCW".into())]
    pub layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// Whether the size of the result is rounded up instead of down.
    #[reflect(default = false)]
    pub ceil_mode: bool,
    /// Whether padded elements count in the average.
    #[reflect(default = false)]
    pub count_include_pad: bool,
}

/// Attributes of `nn.avg_pool2d`.
#[attrs_node("relay.attrs.AvgPool2DAttrs")]
pub struct AvgPool2DAttrsNode {
    /// The size of the pooling window along each spatial axis.
    #[reflect(required)]
    pub pool_size: Option<Array<PrimExpr>>,
    /// The stride of the window along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The distance between neighbouring elements of the window, along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The amount of zero padding: one number for all spatial sides, or one for each side.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// Whether the size of the result is rounded up instead of down.
    #[reflect(default = false)]
    pub ceil_mode: bool,
    /// Whether padded elements count in the average.
    #[reflect(default = false)]
    pub count_include_pad: bool,
}

/// Attributes of `nn.avg_pool3d`.
#[attrs_node("relay.attrs.AvgPool3DAttrs")]
pub struct AvgPool3DAttrsNode {
    /// The size of the pooling window along each spatial axis.
    #[reflect(required)]
    pub pool_size: Option<Array<PrimExpr>>,
    /// The stride of the window along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The distance between neighbouring elements of the window, along each spatial axis.
    #[reflect(default = integers([1, 1, 1]))]
    pub dilation: Array<PrimExpr>,
    /// The amount of zero padding: one number for all spatial sides, or one for each side.
    #[reflect(default = integers([0, 0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The layout of the input, such as `NCDHW`.
    #[reflect(default = "NCDHW".into())]
    pub layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
    /// Whether the size of the result is rounded up instead of down.
    #[reflect(default = false)]
    pub ceil_mode: bool,
    /// Whether padded elements count in the average.
    #[reflect(default = false)]
    pub count_include_pad: bool,
}

/// Attributes of `nn.global_max_pool2d` and `nn.global_avg_pool2d`.
#[attrs_node("relay.attrs.GlobalPool2DAttrs")]
pub struct GlobalPool2DAttrsNode {
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
}

/// Attributes of `nn.adaptive_max_pool1d` and `nn.adaptive_avg_pool1d`.
#[attrs_node("relay.attrs.AdaptivePool1DAttrs")]
pub struct AdaptivePool1DAttrsNode {
    /// The width of the result; empty or null to keep the width of the input.
    #[reflect(default = Some(integers([])))]
    pub output_size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCW`.
    #[reflect(default = "NCW".into())]
    pub layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
}

/// Attributes of `nn.adaptive_max_pool2d` and `nn.adaptive_avg_pool2d`.
#[attrs_node("relay.attrs.AdaptivePool2DAttrs")]
pub struct AdaptivePool2DAttrsNode {
    /// The height and width of the result, or one number for both; empty or null to keep the size
    /// of the input.
    #[reflect(default = Some(integers([])))]
    pub output_size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
}

/// Attributes of `nn.adaptive_max_pool3d` and `nn.adaptive_avg_pool3d`.
#[attrs_node("relay.attrs.AdaptivePool3DAttrs")]
pub struct AdaptivePool3DAttrsNode {
    /// The depth, height and width of the result, or one number for all; empty or null to keep the
    /// size of the input.
    #[reflect(default = Some(integers([])))]
    pub output_size: Option<Array<PrimExpr>>,
    /// The layout of the input, such as `NCDHW`.
    #[reflect(default = "NCDHW".into())]
    pub layout: std::string::String,
    /// The layout of the result; empty for the layout of the input.
    #[reflect(default = "".into())]
    pub out_layout: String,
}
