import collections.abc as _c
import typing as _t
import objet as _o

def all_class_non_max_suppression(boxes: _o.RelayExpr | _c.Sequence[_t.Any], scores: _o.RelayExpr | _c.Sequence[_t.Any], max_output_boxes_per_class: _o.RelayExpr | _c.Sequence[_t.Any], iou_threshold: _o.RelayExpr | _c.Sequence[_t.Any], score_threshold: _o.RelayExpr | _c.Sequence[_t.Any], *, output_format: str = ...) -> _o.relay.Call:
    """Selects the best boxes among overlapping boxes, separately for each class."""

def get_valid_counts(data: _o.RelayExpr | _c.Sequence[_t.Any], score_threshold: _o.RelayExpr | _c.Sequence[_t.Any], *, id_index: int = ..., score_index: int = ...) -> _o.relay.Call:
    """Counts the boxes with sufficient scores, and moves them to the front."""

def multibox_prior(data: _o.RelayExpr | _c.Sequence[_t.Any], *, sizes: _c.Sequence[_o.PrimExpr | int | float] | int = ..., ratios: _c.Sequence[_o.PrimExpr | int | float] | int = ..., steps: _c.Sequence[_o.PrimExpr | int | float] | int = ..., offsets: _c.Sequence[_o.PrimExpr | int | float] | int = ..., clip: bool = ...) -> _o.relay.Call:
    """Generates anchor boxes of several sizes and ratios around each pixel."""

def multibox_transform_loc(cls_prob: _o.RelayExpr | _c.Sequence[_t.Any], loc_pred: _o.RelayExpr | _c.Sequence[_t.Any], anchor: _o.RelayExpr | _c.Sequence[_t.Any], *, clip: bool = ..., threshold: float = ..., variances: _c.Sequence[_o.PrimExpr | int | float] | int = ...) -> _o.relay.Call:
    """Computes boxes from anchors, predicted offsets and class probabilities."""

def non_max_suppression(data: _o.RelayExpr | _c.Sequence[_t.Any], valid_count: _o.RelayExpr | _c.Sequence[_t.Any], indices: _o.RelayExpr | _c.Sequence[_t.Any], max_output_size: _o.RelayExpr | _c.Sequence[_t.Any], iou_threshold: _o.RelayExpr | _c.Sequence[_t.Any], *, force_suppress: bool = ..., top_k: int = ..., coord_start: int = ..., score_index: int = ..., id_index: int = ..., return_indices: bool = ..., invalid_to_bottom: bool = ...) -> _o.relay.Call:
    """Selects the best boxes among overlapping boxes."""

def proposal(cls_prob: _o.RelayExpr | _c.Sequence[_t.Any], bbox_pred: _o.RelayExpr | _c.Sequence[_t.Any], im_info: _o.RelayExpr | _c.Sequence[_t.Any], *, scales: _c.Sequence[_o.PrimExpr | int | float] | int, ratios: _c.Sequence[_o.PrimExpr | int | float] | int, feature_stride: int, threshold: float, rpn_pre_nms_top_n: int, rpn_post_nms_top_n: int, rpn_min_size: int, iou_loss: bool) -> _o.relay.Call:
    """Proposes regions that may contain an object, from the outputs of a region proposal network."""

def roi_align(data: _o.RelayExpr | _c.Sequence[_t.Any], rois: _o.RelayExpr | _c.Sequence[_t.Any], *, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | int | None, spatial_scale: float, sample_ratio: int = ..., layout: str = ..., mode: str = ...) -> _o.relay.Call:
    """Resizes regions of a feature map to one size by interpolation and a mean or maximum."""

def roi_pool(data: _o.RelayExpr | _c.Sequence[_t.Any], rois: _o.RelayExpr | _c.Sequence[_t.Any], *, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | int | None, spatial_scale: float, layout: str = ...) -> _o.relay.Call:
    """Resizes regions of a feature map to one size by the maximum over bins."""

def yolo_reorg(data: _o.RelayExpr | _c.Sequence[_t.Any], *, stride: _o.IntImm | int) -> _o.relay.Call:
    """Moves blocks of pixels into channels, in the order of YOLO."""
