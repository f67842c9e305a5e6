//! Attributes of padding operators, and of operators that move data between batch, depth and space.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{Integer, PrimExpr};

use super::integers;

/// Attributes of `nn.pad` and `dyn.nn.pad`.
#[attrs_node("relay.attrs.PadAttrs")]
pub struct PadAttrsNode {
    /// The amount of padding before and after the input, along each axis.
    #[reflect(required)]
    pub pad_width: Option<Array<Array<Integer>>>,
    /// The padding mode: `constant` for the padding value, `edge` for the outermost elements, or
    /// `reflect` for the mirrored input.
    #[reflect(default = "constant".into())]
    pub pad_mode: std::string::String,
}

/// Attributes of `nn.mirror_pad`.
#[attrs_node("relay.attrs.MirrorPadAttrs")]
pub struct MirrorPadAttrsNode {
    /// Whether the outermost elements are repeated (`SYMMETRIC`) or not (`REFLECT`).
    #[reflect(default = "SYMMETRIC".into())]
    pub mode: std::string::String,
    /// The amount of padding before and after the input, along each axis.
    #[reflect(required)]
    pub pad_width: Option<Array<Array<PrimExpr>>>,
}

/// Attributes of `nn.dilate`.
#[attrs_node("relay.attrs.DilateAttrs")]
pub struct DilateAttrsNode {
    /// The distance between elements along each axis; 1 leaves the input unchanged.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The value inserted between elements.
    #[reflect(default = 0.0)]
    pub dilation_value: f64,
}

/// Attributes of `nn.space_to_batch_nd`.
#[attrs_node("relay.attrs.SpaceToBatchNDAttrs")]
pub struct SpaceToBatchNDAttrsNode {
    /// The size of a block along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub block_shape: Array<Integer>,
    /// The amount of padding before and after the input, along each spatial axis.
    #[reflect(required)]
    pub paddings: Option<Array<Array<PrimExpr>>>,
    /// The padding value.
    #[reflect(default = 0.0)]
    pub pad_value: f64,
}

/// Attributes of `nn.batch_to_space_nd`.
#[attrs_node("relay.attrs.BatchToSpaceNDAttrs")]
pub struct BatchToSpaceNDAttrsNode {
    /// The size of a block along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub block_shape: Array<Integer>,
    /// The amount to crop at the beginning and the end of the result, along each spatial axis.
    #[reflect(required)]
    pub crops: Option<Array<Array<PrimExpr>>>,
}

/// Attributes of `nn.depth_to_space` and `nn.space_to_depth`.
#[attrs_node("relay.attrs.SubPixelAttrs")]
pub struct SubPixelAttrsNode {
    /// The size of a block along height and width.
    #[reflect(default = 1)]
    pub block_size: i32,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: std::string::String,
    /// The order in which the depth axis is read: `DCR` (blocks first) or `CRD` (channels first).
    #[reflect(default = "DCR".into())]
    pub mode: std::string::String,
}
