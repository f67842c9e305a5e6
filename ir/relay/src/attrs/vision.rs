//! Attributes of the operators of object detection.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{FloatImm, Integer, PrimExpr};

use super::floats;

/// Attributes of `vision.multibox_prior`.
#[attrs_node("relay.attrs.MultiBoxPriorAttrs")]
pub struct MultiBoxPriorAttrsNode {
    /// The sizes of anchor boxes, as parts of the image's.
    #[reflect(default = floats([1.0]))]
    pub sizes: Array<PrimExpr>,
    /// Their aspect ratios, width by height.
    #[reflect(default = floats([1.0]))]
    pub ratios: Array<PrimExpr>,
    /// The distance between anchor boxes along height and width; -1 to tell by the size of the feature map.
    #[reflect(default = floats([-1.0, -1.0]))]
    pub steps: Array<PrimExpr>,
    /// Where the centre of a box is in its cell, along height and width.
    #[reflect(default = floats([0.5, 0.5]))]
    pub offsets: Array<PrimExpr>,
    /// Whether boxes are clipped to the image.
    #[reflect(default = false)]
    pub clip: bool,
}

/// Attributes of `vision.multibox_transform_loc`.
#[attrs_node("relay.attrs.MultiBoxTransformLocAttrs")]
pub struct MultiBoxTransformLocAttrsNode {
    /// Whether boxes are clipped to the image.
    #[reflect(default = true)]
    pub clip: bool,
    /// The least score of a box that is no background.
    #[reflect(default = 0.01)]
    pub threshold: f64,
    /// The factors with which the four coordinates of a box were encoded.
    #[reflect(default = floats([0.1, 0.1, 0.2, 0.2]))]
    pub variances: Array<PrimExpr>,
}

/// Attributes of `vision.get_valid_counts`.
#[attrs_node("relay.attrs.GetValidCountsAttrs")]
pub struct GetValidCountsAttrsNode {
    /// The score that a valid box exceeds; null if it is an input.
    #[reflect(required)]
    pub score_threshold: Option<FloatImm>,
    /// Where a box has its class; -1 if it has none.
    #[reflect(default = 0)]
    pub id_index: i32,
    /// Where a box has its score.
    #[reflect(default = 1)]
    pub score_index: i32,
}

/// Attributes of `vision.non_max_suppression`.
#[attrs_node("relay.attrs.NonMaximumSuppressionAttrs")]
pub struct NonMaximumSuppressionAttrsNode {
    /// Whether boxes of one class suppress those of others too.
    #[reflect(default = false)]
    pub force_suppress: bool,
    /// How many of the best boxes are looked at; -1 for all.
    #[reflect(default = -1)]
    pub top_k: i32,
    /// Where the four coordinates of a box begin.
    #[reflect(default = 2)]
    pub coord_start: i32,
    /// Where a box has its score.
    #[reflect(default = 1)]
    pub score_index: i32,
    /// Where a box has its class; -1 if it has none.
    #[reflect(default = 0)]
    pub id_index: i32,
    /// Whether the indices of the boxes are given back instead of the boxes.
    #[reflect(default = true)]
    pub return_indices: bool,
    /// Whether all valid boxes are moved to the top.
    #[reflect(default = false)]
    pub invalid_to_bottom: bool,
}

/// Attributes of `vision.all_class_non_max_suppression`.
#[attrs_node("relay.attrs.AllClassNonMaximumSuppressionAttrs")]
pub struct AllClassNonMaximumSuppressionAttrsNode {
    /// The form of the result: `onnx` or `tensorflow`.
    #[reflect(default = "onnx".into())]
    pub output_format: std::string::String,
}

/// Attributes of `vision.roi_align`.
#[attrs_node("relay.attrs.ROIAlignAttrs")]
pub struct ROIAlignAttrsNode {
    /// The height and the width of the result.
    #[reflect(required)]
    pub pooled_size: Option<Array<PrimExpr>>,
    /// The size of the feature map divided by that of the image, in which regions are given.
    pub spatial_scale: f64,
    /// How many samples are taken in a cell along an axis; -1 to tell by the size of the region.
    #[reflect(default = -1)]
    pub sample_ratio: i32,
    /// The layout of the feature map, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: std::string::String,
    /// How samples are joined: `avg` or `max`.
    #[reflect(default = "avg".into())]
    pub mode: std::string::String,
}

/// Attributes of `vision.roi_pool`.
#[attrs_node("relay.attrs.ROIPoolAttrs")]
pub struct ROIPoolAttrsNode {
    /// The height and the width of the result.
    #[reflect(required)]
    pub pooled_size: Option<Array<PrimExpr>>,
    /// The size of the feature map divided by that of the image, in which regions are given.
    pub spatial_scale: f64,
    /// The layout of the feature map, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: std::string::String,
}

/// Attributes of `vision.proposal`.
#[attrs_node("relay.attrs.ProposalAttrs")]
pub struct ProposalAttrsNode {
    /// The scales of anchor boxes.
    #[reflect(default = floats([4.0, 8.0, 16.0, 32.0]))]
    pub scales: Array<PrimExpr>,
    /// Their aspect ratios.
    #[reflect(default = floats([0.5, 1.0, 2.0]))]
    pub ratios: Array<PrimExpr>,
    /// How many pixels of the image an element of the feature map stands for, along an axis.
    #[reflect(default = 16)]
    pub feature_stride: i32,
    /// The overlap from which on a better box suppresses another.
    #[reflect(default = 0.7)]
    pub threshold: f64,
    /// How many of the best boxes are looked at.
    #[reflect(default = 6000)]
    pub rpn_pre_nms_top_n: i32,
    /// How many boxes are kept.
    #[reflect(default = 300)]
    pub rpn_post_nms_top_n: i32,
    /// The least height and width of a box, in pixels of the image.
    #[reflect(default = 16)]
    pub rpn_min_size: i32,
    /// Whether boxes are predicted by their corners, as for the IoU loss.
    #[reflect(default = false)]
    pub iou_loss: bool,
}

/// Attributes of `vision.yolo_reorg`.
#[attrs_node("relay.attrs.YoloReorgAttrs")]
pub struct YoloReorgAttrsNode {
    /// The size of the blocks that become channels, along height and width.
    #[reflect(default = 1.into())]
    pub stride: Integer,
}
