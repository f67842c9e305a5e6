//! Operators that detect objects.

use objet_ir::register_op;

use crate::attrs::{MultiBoxPriorAttrsNode, MultiBoxTransformLocAttrsNode, YoloReorgAttrsNode};

register_op! { "vision.all_class_non_max_suppression"
    .describe("Keeps the best of the boxes that overlap, for each class by itself.")
    .argument("boxes", "Tensor", "The boxes.")
    .argument("scores", "Tensor", "The score of each box for each class.")
    .argument("max_output_boxes_per_class", "Tensor", "How many boxes to keep of a class.")
    .argument("iou_threshold", "Tensor", "From which overlap on two boxes are one object.")
    .argument("score_threshold", "Tensor", "The score that a box must have.")
    .type_relation("AllClassNMS").support_level(5)
}

register_op! { "vision.get_valid_counts"
    .describe("Counts the boxes that score high enough, and moves them to the front.")
    .argument("data", "Tensor", "The boxes, with their scores.")
    .argument("score_threshold", "Tensor", "The score that a box must have.")
    .type_relation("GetValidCount").support_level(5)
}

register_op! { "vision.multibox_prior"
    .describe("The anchor boxes of several sizes and ratios around each pixel.")
    .argument("data", "Tensor", "The feature map.")
    .attrs::<MultiBoxPriorAttrsNode>()
    .type_relation("MultiBoxPrior").support_level(5)
}

register_op! { "vision.multibox_transform_loc"
    .describe("Boxes from anchors, predicted shifts and class probabilities.")
    .argument("cls_prob", "Tensor", "The probability of each class.")
    .argument("loc_pred", "Tensor", "The predicted shifts.")
    .argument("anchor", "Tensor", "The anchors.")
    .attrs::<MultiBoxTransformLocAttrsNode>()
    .type_relation("MultiBoxTransformLoc").support_level(5)
}

register_op! { "vision.non_max_suppression"
    .describe("Keeps the best of the boxes that overlap.")
    .argument("data", "Tensor", "The boxes, with their scores.")
    .argument("valid_count", "Tensor", "How many boxes of each image are valid.")
    .argument("indices", "Tensor", "The index of each box.")
    .argument("max_output_size", "Tensor", "How many boxes to keep.")
    .argument("iou_threshold", "Tensor", "From which overlap on two boxes are one object.")
    .type_relation("NMS").support_level(5)
}

register_op! { "vision.proposal"
    .describe("Regions that may hold an object, from a region proposal network.")
    .argument("cls_prob", "Tensor", "The score of each anchor.")
    .argument("bbox_pred", "Tensor", "The predicted shifts.")
    .argument("im_info", "Tensor", "The size and scale of each image.")
    .type_relation("Proposal").support_level(5)
}

register_op! { "vision.roi_align"
    .describe("Brings regions of a feature map to one size by interpolation and a mean or maximum.")
    .argument("data", "Tensor", "The feature map.")
    .argument("rois", "Tensor", "The regions.")
    .type_relation("ROIAlign").support_level(5)
}

register_op! { "vision.roi_pool"
    .describe("Brings regions of a feature map to one size by the maximum over bins.")
    .argument("data", "Tensor", "The feature map.")
    .argument("rois", "Tensor", "The regions.")
    .type_relation("ROIPool").support_level(5)
}

register_op! { "vision.yolo_reorg"
    .describe("Moves blocks of pixels into channels in the order of YOLO.")
    .argument("data", "Tensor", "The images.")
    .attrs::<YoloReorgAttrsNode>()
    .type_relation("YoloReorg").support_level(5)
}

global_makers! {
    "relay.op.vision._make.all_class_non_max_suppression" = "vision.all_class_non_max_suppression"(
        boxes, scores, max_output_boxes_per_class, iou_threshold, score_threshold, [output_format]
    ): AllClassNonMaximumSuppressionAttrsNode;
    "relay.op.vision._make.get_valid_counts" = "vision.get_valid_counts"(
        data, score_threshold, [id_index], [score_index]
    ): GetValidCountsAttrsNode;
    "relay.op.vision._make.multibox_prior" = "vision.multibox_prior"(
        data, [sizes], [ratios], [steps], [offsets], [clip]
    ): MultiBoxPriorAttrsNode;
    "relay.op.vision._make.multibox_transform_loc" = "vision.multibox_transform_loc"(
        cls_prob, loc_pred, anchor, [clip], [threshold], [variances]
    ): MultiBoxTransformLocAttrsNode;
    "relay.op.vision._make.non_max_suppression" = "vision.non_max_suppression"(
        data, valid_count, indices, max_output_size, iou_threshold, [force_suppress], [top_k], [coord_start],
        [score_index], [id_index], [return_indices], [invalid_to_bottom]
    ): NonMaximumSuppressionAttrsNode;
    "relay.op.vision._make.proposal" = "vision.proposal"(
        cls_prob, bbox_pred, im_info, [scales], [ratios], [feature_stride], [threshold], [rpn_pre_nms_top_n],
        [rpn_post_nms_top_n], [rpn_min_size], [iou_loss]
    ): ProposalAttrsNode;
    "relay.op.vision._make.roi_align" = "vision.roi_align"(
        data, rois, [pooled_size], [spatial_scale], [sample_ratio], [layout], [mode]
    ): ROIAlignAttrsNode;
    "relay.op.vision._make.roi_pool" = "vision.roi_pool"(
        data, rois, [pooled_size], [spatial_scale], [layout]
    ): ROIPoolAttrsNode;
    "relay.op.vision._make.yolo_reorg" = "vision.yolo_reorg"(data, [stride]): YoloReorgAttrsNode;
}
