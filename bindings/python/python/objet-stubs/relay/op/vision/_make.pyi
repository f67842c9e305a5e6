import collections.abc as _c
import typing as _t
import objet as _o

def all_class_non_max_suppression(boxes: _o.RelayExpr, scores: _o.RelayExpr, max_output_boxes_per_class: _o.RelayExpr, iou_threshold: _o.RelayExpr, score_threshold: _o.RelayExpr, output_format: str) -> _o.relay.Call:
    """Creates a call of the operator `vision.all_class_non_max_suppression`."""

def get_valid_counts(data: _o.RelayExpr, score_threshold: _o.RelayExpr, id_index: int, score_index: int) -> _o.relay.Call:
    """Creates a call of the operator `vision.get_valid_counts`."""

def multibox_prior(data: _o.RelayExpr, sizes: _c.Sequence[_o.PrimExpr | int | float], ratios: _c.Sequence[_o.PrimExpr | int | float], steps: _c.Sequence[_o.PrimExpr | int | float], offsets: _c.Sequence[_o.PrimExpr | int | float], clip: bool) -> _o.relay.Call:
    """Creates a call of the operator `vision.multibox_prior`."""

def multibox_transform_loc(cls_prob: _o.RelayExpr, loc_pred: _o.RelayExpr, anchor: _o.RelayExpr, clip: bool, threshold: float, variances: _c.Sequence[_o.PrimExpr | int | float]) -> _o.relay.Call:
    """Creates a call of the operator `vision.multibox_transform_loc`."""

def non_max_suppression(data: _o.RelayExpr, valid_count: _o.RelayExpr, indices: _o.RelayExpr, max_output_size: _o.RelayExpr, iou_threshold: _o.RelayExpr, force_suppress: bool, top_k: int, coord_start: int, score_index: int, id_index: int, return_indices: bool, invalid_to_bottom: bool) -> _o.relay.Call:
    """Creates a call of the operator `vision.non_max_suppression`."""

def proposal(cls_prob: _o.RelayExpr, bbox_pred: _o.RelayExpr, im_info: _o.RelayExpr, scales: _c.Sequence[_o.PrimExpr | int | float], ratios: _c.Sequence[_o.PrimExpr | int | float], feature_stride: int, threshold: float, rpn_pre_nms_top_n: int, rpn_post_nms_top_n: int, rpn_min_size: int, iou_loss: bool) -> _o.relay.Call:
    """Creates a call of the operator `vision.proposal`."""

def roi_align(data: _o.RelayExpr, rois: _o.RelayExpr, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | None, spatial_scale: float, sample_ratio: int, layout: str, mode: str) -> _o.relay.Call:
    """Creates a call of the operator `vision.roi_align`."""

def roi_pool(data: _o.RelayExpr, rois: _o.RelayExpr, pooled_size: _c.Sequence[_o.PrimExpr | int | float] | None, spatial_scale: float, layout: str) -> _o.relay.Call:
    """Creates a call of the operator `vision.roi_pool`."""

def yolo_reorg(data: _o.RelayExpr, stride: _o.IntImm | int) -> _o.relay.Call:
    """Creates a call of the operator `vision.yolo_reorg`."""
