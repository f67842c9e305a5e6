//! Attributes of object detection operators.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{FloatImm, Integer, PrimExpr};

use super::floats;

/// Attributes of `vision.multibox_prior`.
#[attrs_node("relay.attrs.MultiBoxPriorAttrs")]
pub struct MultiBoxPriorAttrsNode {
    /// The sizes of the anchor boxes, as fractions of the image size.
    #[reflect(default = floats([1.0]))]
    pub sizes: Array<PrimExpr>,
    /// The aspect ratios (width divided by height) of the anchor boxes.
    #[reflect(default = floats([1.0]))]
    pub ratios: Array<PrimExpr>,
    /// The distance between anchor boxes along height and width; -1 to derive it from the size of
    /// the feature map.
    #[reflect(default = floats([-1.0, -1.0]))]
    pub steps: Array<PrimExpr>,
    /// The position of a box centre in its cell, along height and width.
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
    /// The minimum score of a box that is not background.
    #[reflect(default = 0.01)]
    pub threshold: f64,
    /// The scale factors of the encoding of a box's four coordinates.
    #[reflect(default = floats([0.1, 0.1, 0.2, 0.2]))]
    pub variances: Array<PrimExpr>,
}

/// Attributes of `vision.get_valid_counts`.
#[attrs_node("relay.attrs.GetValidCountsAttrs")]
pub struct GetValidCountsAttrsNode {
    /// The score that a valid box must exceed; null if the threshold is an input.
    #[reflect(required)]
    pub score_threshold: Option<FloatImm>,
    /// The index of the class in a box; -1 if boxes have no class.
    #[reflect(default = 0)]
    pub id_index: i32,
    /// The index of the score in a box.
    #[reflect(default = 1)]
    pub score_index: i32,
}

/// Attributes of `vision.non_max_suppression`.
#[attrs_node("relay.attrs.NonMaximumSuppressionAttrs")]
pub struct NonMaximumSuppressionAttrsNode {
    /// Whether a box may suppress boxes of other classes.
    #[reflect(default = false)]
    pub force_suppress: bool,
    /// The number of best boxes to examine; -1 for all.
    #[reflect(default = -1)]
    pub top_k: i32,
    /// The index of the first of the four coordinates in a box.
    #[reflect(default = 2)]
    pub coord_start: i32,
    /// The index of the score in a box.
    #[reflect(default = 1)]
    pub score_index: i32,
    /// The index of the class in a box; -1 if boxes have no class.
    #[reflect(default = 0)]
    pub id_index: i32,
    /// Whether the indices of the boxes are returned instead of the boxes.
    #[reflect(default = true)]
    pub return_indices: bool,
    /// Whether invalid boxes are moved to the bottom.
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
    /// The height and width of the result.
    #[reflect(required)]
    pub pooled_size: Option<Array<PrimExpr>>,
    /// The ratio of the feature map's size to the image's size. Regions are given in image
    /// coordinates.
    pub spatial_scale: f64,
    /// The number of samples per cell along each axis; -1 to derive it from the size of the region.
    #[reflect(default = -1)]
    pub sample_ratio: i32,
    /// The layout of the feature map, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: std::string::String,
    /// The reduction of the samples: `avg` or `max`.
    #[reflect(default = "avg".into())]
    pub mode: std::string::String,
}

/// Attributes of `vision.roi_pool`.
#[attrs_node("relay.attrs.ROIPoolAttrs")]
pub struct ROIPoolAttrsNode {
    /// The height and width of the result.
    #[reflect(required)]
    pub pooled_size: Option<Array<PrimExpr>>,
    /// The ratio of the feature map's size to the image's size. Regions are given in image
    /// coordinates.
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
    /// The aspect ratios of the anchor boxes.
    #[reflect(default = floats([0.5, 1.0, 2.0]))]
    pub ratios: Array<PrimExpr>,
    /// The number of image pixels per element of the feature map, along each axis.
    #[reflect(default = 16)]
    pub feature_stride: i32,
    /// The minimum overlap at which a better box suppresses another box.
    #[reflect(default = 0.7)]
    pub threshold: f64,
    /// The number of best boxes to examine before suppression.
    #[reflect(default = 6000)]
    pub rpn_pre_nms_top_n: i32,
    /// The number of boxes to keep after suppression.
    #[reflect(default = 300)]
    pub rpn_post_nms_top_n: i32,
    /// The minimum height and width of a box, in image pixels.
    #[reflect(default = 16)]
    pub rpn_min_size: i32,
    /// Whether boxes are predicted by their corners, as for the IoU loss.
    #[reflect(default = false)]
    pub iou_loss: bool,
}

/// Attributes of `vision.yolo_reorg`.
#[attrs_node("relay.attrs.YoloReorgAttrs")]
pub struct YoloReorgAttrsNode {
    /// The height and width of the blocks that become channels.
    #[reflect(default = 1.into())]
    pub stride: Integer,
}
