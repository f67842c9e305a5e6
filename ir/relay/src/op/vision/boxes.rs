//! The type relations of operators on anchor boxes and detected boxes.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TupleType, Type, TypeReporter};
use objet_tir::op::Checked;

use crate::attrs::{
    AllClassNonMaximumSuppressionAttrs, MultiBoxPriorAttrs, NonMaximumSuppressionAttrs, ProposalAttrs,
};
use crate::op::relation::{
    NotYet, RelationResult, Solved, assign, attrs_of, expect_ndim, extent, tensor, types_of,
};
use objet_ir::attrs::Attrs;

/// The result has four coordinates for each anchor box. Each pixel has a box of each size and of
/// each further ratio.
#[register_global("tvm.relay.type_relation.MultiBoxPrior")]
fn multibox_prior(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: MultiBoxPriorAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    expect_ndim("data", data, 4)?;
    let boxes = attrs.sizes.len() as i64 + attrs.ratios.len() as i64 - 1;
    let boxes = i32::try_from(boxes).unwrap_or(i32::MAX);
    let count = (Checked::from(&data.shape[2]) * &data.shape[3] * boxes).expr()?;
    assign(&reporter, "result", result, TensorType::new([1.into(), count, 4.into()], data.dtype))?;
    Ok(Solved)
}

/// The result is a tuple of six numbers for each anchor box, and the number of valid boxes.
#[register_global("tvm.relay.type_relation.MultiBoxTransformLoc")]
fn multibox_transform_loc(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [probabilities, offsets, anchors, result] = types_of(&types)?;
    let (Some(probabilities), Some(offsets), Some(anchors)) =
        (tensor("cls_prob", probabilities)?, tensor("loc_pred", offsets)?, tensor("anchor", anchors)?)
    else {
        return Ok(NotYet);
    };
    expect_ndim("cls_prob", probabilities, 3)?;
    expect_ndim("loc_pred", offsets, 2)?;
    expect_ndim("anchor", anchors, 3)?;
    let (batch, count) = (&probabilities.shape[0], &anchors.shape[1]);
    extent::expect("the number of anchors", &probabilities.shape[2], count)?;
    let coordinates = (Checked::from(&probabilities.shape[2]) * 4).expr()?;
    extent::expect("the coordinates of loc_pred", &coordinates, &offsets.shape[1])?;
    extent::expect("the coordinates of an anchor", &4.into(), &anchors.shape[2])?;
    let boxes = TensorType::new([batch.clone(), count.clone(), 6.into()], probabilities.dtype);
    let valid = TensorType::new([batch.clone()], DataType::int(32));
    assign(&reporter, "result", result, TupleType::new([boxes.upcast::<Type>(), valid.upcast()], None))?;
    Ok(Solved)
}

/// The result is a tuple of the number of valid boxes, the boxes, and their indices.
#[register_global("tvm.relay.type_relation.GetValidCount")]
fn get_valid_counts(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, _threshold, result] = types_of(&types)?;
    let Some(boxes) = tensor("data", data)? else { return Ok(NotYet) };
    expect_ndim("data", boxes, 3)?;
    let (batch, count) = (&boxes.shape[0], &boxes.shape[1]);
    let fields: [Type; 3] = [
        TensorType::new([batch.clone()], DataType::int(32)).upcast(),
        TensorType::new(boxes.shape.clone(), boxes.dtype).upcast(),
        TensorType::new([batch.clone(), count.clone()], DataType::int(32)).upcast(),
    ];
    assign(&reporter, "result", result, TupleType::new(fields, None))?;
    Ok(Solved)
}

/// The result is the boxes, or a tuple of the indices of the boxes and their number.
#[register_global("tvm.relay.type_relation.NMS")]
fn non_max_suppression(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: NonMaximumSuppressionAttrs = attrs_of(attrs)?;
    let [data, counts, _indices, _size, _overlap, result] = types_of(&types)?;
    let (Some(boxes), Some(counts)) = (tensor("data", data)?, tensor("valid_count", counts)?) else {
        return Ok(NotYet);
    };
    expect_ndim("data", boxes, 3)?;
    expect_ndim("valid_count", counts, 1)?;
    let (batch, count) = (&boxes.shape[0], &boxes.shape[1]);
    if attrs.return_indices {
        let fields: [Type; 2] = [
            TensorType::new([batch.clone(), count.clone()], DataType::int(32)).upcast(),
            TensorType::new([batch.clone(), 1.into()], DataType::int(32)).upcast(),
        ];
        assign(&reporter, "result", result, TupleType::new(fields, None))?;
    } else {
        assign(&reporter, "result", result, TensorType::new(boxes.shape.clone(), boxes.dtype))?;
    }
    Ok(Solved)
}

/// The result is a tuple of the indices of the selected boxes and their number. In the form of
/// TensorFlow, it has the scores of the boxes too.
#[register_global("tvm.relay.type_relation.AllClassNMS")]
fn all_class_non_max_suppression(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: AllClassNonMaximumSuppressionAttrs = attrs_of(attrs)?;
    let [boxes, scores, _maximum, _overlap, _score, result] = types_of(&types)?;
    let (Some(boxes), Some(scores)) = (tensor("boxes", boxes)?, tensor("scores", scores)?) else {
        return Ok(NotYet);
    };
    expect_ndim("boxes", boxes, 3)?;
    expect_ndim("scores", scores, 3)?;
    let (batch, count, classes) = (&boxes.shape[0], &boxes.shape[1], &scores.shape[1]);
    let int64 = |shape: Vec<PrimExpr>| -> Type { TensorType::new(shape, DataType::int(64)).upcast() };
    // Like in TVM, `Any` classes make an expression, and other `Any` make `Any`.
    let of_image = match extent::is_any(count) {
        true => extent::any(),
        false => (Checked::from(classes) * count).expr()?,
    };
    let fields = if attrs.output_format == "onnx" {
        let total = match extent::is_any(count) || extent::is_any(batch) {
            true => extent::any(),
            false => (Checked::from(batch) * classes * count).expr()?,
        };
        vec![int64(vec![total, 3.into()]), int64(vec![1.into()])]
    } else {
        let scores = TensorType::new([batch.clone(), of_image.clone()], DataType::float(32));
        vec![int64(vec![batch.clone(), of_image, 2.into()]), scores.upcast(), int64(vec![batch.clone()])]
    };
    assign(&reporter, "result", result, TupleType::new(fields, None))?;
    Ok(Solved)
}

/// The result has five numbers for each proposed region: the index of the image and the corners.
#[register_global("tvm.relay.type_relation.Proposal")]
fn proposal(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ProposalAttrs = attrs_of(attrs)?;
    let [scores, offsets, info, result] = types_of(&types)?;
    let (Some(scores), Some(offsets), Some(info)) =
        (tensor("cls_prob", scores)?, tensor("bbox_pred", offsets)?, tensor("im_info", info)?)
    else {
        return Ok(NotYet);
    };
    expect_ndim("cls_prob", scores, 4)?;
    expect_ndim("bbox_pred", offsets, 4)?;
    expect_ndim("im_info", info, 2)?;
    extent::expect("the columns of im_info", &3.into(), &info.shape[1])?;
    let count = (Checked::from(&scores.shape[0]) * attrs.rpn_post_nms_top_n).expr()?;
    assign(&reporter, "result", result, TensorType::new([count, 5.into()], scores.dtype))?;
    Ok(Solved)
}
