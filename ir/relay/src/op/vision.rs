//! Object detection operators.

mod boxes;
mod layouts;
mod regions;

use objet_tir::topi;

use super::compute::Compute;
use crate::attrs::{
    AllClassNonMaximumSuppressionAttrsNode, GetValidCountsAttrsNode, MultiBoxPriorAttrsNode,
    MultiBoxTransformLocAttrsNode, NonMaximumSuppressionAttrsNode, ProposalAttrsNode, ROIAlignAttrsNode,
    ROIPoolAttrsNode, YoloReorgAttrs, YoloReorgAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Selects the best boxes among overlapping boxes, separately for each class.
    pub fn all_class_non_max_suppression(
        boxes: "Tensor" = "The boxes.",
        scores: "Tensor" = "The score of each box for each class.",
        max_output_boxes_per_class: "Tensor" = "The maximum number of boxes per class.",
        iou_threshold: "Tensor" = "The overlap above which a box is suppressed.",
        score_threshold: "Tensor" = "The score that a box must exceed.",
    ) with AllClassNonMaximumSuppressionAttrsNode
        = "vision.all_class_non_max_suppression" as "relay.op.vision._make.all_class_non_max_suppression"
        => |op| op.type_relation("AllClassNMS").support_level(5).without_attrs_type();

    /// Counts the boxes with sufficient scores, and moves them to the front.
    pub fn get_valid_counts(
        data: "Tensor" = "The boxes, with their scores.",
        score_threshold: "Tensor" = "The score that a box must exceed.",
    ) with GetValidCountsAttrsNode
        = "vision.get_valid_counts" as "relay.op.vision._make.get_valid_counts"(
            data, score_threshold, [id_index], [score_index]
        )
        => |op| op.type_relation("GetValidCount").support_level(5).without_attrs_type();

    /// Generates anchor boxes of several sizes and ratios around each pixel.
    pub fn multibox_prior(data: "Tensor" = "The feature map.") with MultiBoxPriorAttrsNode
        = "vision.multibox_prior" as "relay.op.vision._make.multibox_prior"
        => |op| op.type_relation("MultiBoxPrior").support_level(5);

    /// Computes boxes from anchors, predicted offsets and class probabilities.
    pub fn multibox_transform_loc(
        cls_prob: "Tensor" = "The probability of each class.",
        loc_pred: "Tensor" = "The predicted offsets.",
        anchor: "Tensor" = "The anchors.",
    ) with MultiBoxTransformLocAttrsNode
        = "vision.multibox_transform_loc" as "relay.op.vision._make.multibox_transform_loc"
        => |op| op.type_relation("MultiBoxTransformLoc").support_level(5);

    /// Selects the best boxes among overlapping boxes.
    pub fn non_max_suppression(
        data: "Tensor" = "The boxes, with their scores.",
        valid_count: "Tensor" = "The number of valid boxes of each image.",
        indices: "Tensor" = "The index of each box.",
        max_output_size: "Tensor" = "The maximum number of boxes to keep.",
        iou_threshold: "Tensor" = "The overlap above which a box is suppressed.",
    ) with NonMaximumSuppressionAttrsNode
        = "vision.non_max_suppression" as "relay.op.vision._make.non_max_suppression"
        => |op| op.type_relation("NMS").support_level(5).without_attrs_type();

    /// Proposes regions that may contain an object, from the outputs of a region proposal network.
    pub fn proposal(
        cls_prob: "Tensor" = "The score of each anchor.",
        bbox_pred: "Tensor" = "The predicted offsets.",
        im_info: "Tensor" = "The size and scale of each image.",
    ) with ProposalAttrsNode = "vision.proposal" as "relay.op.vision._make.proposal"
        => |op| op.type_relation("Proposal").support_level(5).without_attrs_type();

    /// Resizes regions of a feature map to one size by interpolation and a mean or maximum.
    pub fn roi_align(
        data: "Tensor" = "The feature map.",
        rois: "Tensor" = "The regions.",
    ) with ROIAlignAttrsNode = "vision.roi_align" as "relay.op.vision._make.roi_align"
        => |op| op.type_relation("ROIAlign").support_level(5).without_attrs_type()
            .infer_layout(layouts::roi_align);

    /// Resizes regions of a feature map to one size by the maximum over bins.
    pub fn roi_pool(
        data: "Tensor" = "The feature map.",
        rois: "Tensor" = "The regions.",
    ) with ROIPoolAttrsNode = "vision.roi_pool" as "relay.op.vision._make.roi_pool"
        => |op| op.type_relation("ROIPool").support_level(5).without_attrs_type()
            .infer_layout(layouts::roi_pool);

    /// Moves blocks of pixels into channels, in the order of YOLO.
    pub fn yolo_reorg(
        data: "Tensor" = "The images.",
    ) with YoloReorgAttrsNode = "vision.yolo_reorg" as "relay.op.vision._make.yolo_reorg"
        => |op| op.type_relation("YoloReorg").support_level(5)
            .compute(|call| {
                let stride = i32::try_from(call.attrs::<YoloReorgAttrs>()?.stride.value)?;
                Ok(vec![topi::reorg(call.input(0)?, stride)?])
            });
}
