//! The type relations of operators on the regions of a feature map.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, floordiv};

use crate::attrs::{ROIAlignAttrs, ROIPoolAttrs, YoloReorgAttrs};
use crate::op::relation::spatial::entry;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, expect_ndim, tensor, types_of,
};

/// Relates the types of regions that are resized by interpolation.
#[register_global("tvm.relay.type_relation.ROIAlign")]
fn roi_align(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ROIAlignAttrs = attrs_of(attrs)?;
    pooled(&types, attrs.pooled_size.as_deref(), &attrs.layout, &reporter)
}

/// Relates the types of regions that are resized by pooling.
#[register_global("tvm.relay.type_relation.ROIPool")]
fn roi_pool(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ROIPoolAttrs = attrs_of(attrs)?;
    pooled(&types, attrs.pooled_size.as_deref(), &attrs.layout, &reporter)
}

fn pooled(
    types: &Array<Type>,
    size: Option<&[PrimExpr]>,
    layout: &str,
    reporter: &TypeReporter,
) -> RelationResult {
    let [data, regions, result] = types_of(types)?;
    let (Some(data), Some(regions)) = (tensor("data", data)?, tensor("rois", regions)?) else {
        return Ok(NotYet);
    };
    expect_ndim("data", data, 4)?;
    expect_ndim("rois", regions, 2)?;
    let size = size.unwrap_or_default();
    let (count, height, width) = (
        regions.shape[0].clone(),
        entry("pooled_size", size, 0)?.clone(),
        entry("pooled_size", size, 1)?.clone(),
    );
    let found = match layout {
        "NCHW" => [count, data.shape[1].clone(), height, width],
        "NHWC" => [count, height, width, data.shape[3].clone()],
        _ => {
            return Err(RelationError::attribute("layout", "NCHW or NHWC", layout));
        }
    };
    assign(reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Moves blocks of pixels into channels.
#[register_global("tvm.relay.type_relation.YoloReorg")]
fn yolo_reorg(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: YoloReorgAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    expect_ndim("data", data, 4)?;
    let stride = &attrs.stride;
    let [batch, channels, height, width] = [0, 1, 2, 3].map(|axis| &data.shape[axis]);
    let found = [
        batch.clone(),
        (Checked::from(channels) * stride * stride).expr()?,
        floordiv(height, stride, None)?,
        floordiv(width, stride, None)?,
    ];
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}
