//! The type relations of operators on images.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};

use crate::attrs::{
    AffineGridAttrs, CropAndResizeAttrs, Dilation2DAttrs, GridSampleAttrs, Resize1DAttrs, Resize2DAttrs,
    Resize3DAttrs,
};
use crate::op::relation::layout::in_layout;
use crate::op::relation::spatial::{covered, entry, positions, total_padding};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, dtype_or, expect_ndim, extent,
    tensor, types_of,
};

macro_rules! resizes {
    ($($name:literal $function:ident $attrs:ident $native:literal;)+) => {
        $(
            /// Relates the types of a resized input: the attributes have the size of the result.
            #[register_global($name)]
            fn $function(
                types: Array<Type>,
                _num_inputs: i32,
                attrs: Option<Attrs>,
                reporter: TypeReporter,
            ) -> RelationResult {
                let attrs: $attrs = attrs_of(attrs)?;
                let [data, result] = types_of(&types)?;
                let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
                let size = attrs.size.as_deref().unwrap_or_default();
                let mut shape = in_layout("layout", &data.shape, &attrs.layout, $native)?.to_vec();
                for (axis, length) in shape[2..].iter_mut().enumerate() {
                    *length = entry("size", size, axis)?.clone();
                }
                let found = in_layout("layout", &shape, $native, &attrs.layout)?;
                let dtype = dtype_or(attrs.out_dtype, data.dtype);
                assign(&reporter, "result", result, TensorType::new(found, dtype))?;
                Ok(Solved)
            }
        )+
    };
}

resizes! {
    "tvm.relay.type_relation.Resize1D" resize1d Resize1DAttrs "NCW";
    "tvm.relay.type_relation.Resize2D" resize2d Resize2DAttrs "NCHW";
    "tvm.relay.type_relation.Resize3d" resize3d Resize3DAttrs "NCDHW";
}

/// Relates the types of boxes cut out of images: one result for each box.
#[register_global("tvm.relay.type_relation.CropAndResize")]
fn crop_and_resize(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: CropAndResizeAttrs = attrs_of(attrs)?;
    let [data, boxes, indices, result] = types_of(&types)?;
    let (Some(data), Some(boxes), Some(_)) =
        (tensor("data", data)?, tensor("boxes", boxes)?, tensor("box_indices", indices)?)
    else {
        return Ok(NotYet);
    };
    let size = attrs.crop_size.as_deref().unwrap_or_default();
    let mut shape = in_layout("layout", &data.shape, &attrs.layout, "NCHW")?.to_vec();
    shape[0] = boxes.shape[axis("boxes", 0, boxes.shape.len())?].clone();
    shape[2] = entry("crop_size", size, 0)?.clone();
    shape[3] = entry("crop_size", size, 1)?.clone();
    let found = in_layout("layout", &shape, "NCHW", &attrs.layout)?;
    assign(&reporter, "result", result, TensorType::new(found, dtype_or(attrs.out_dtype, data.dtype)))?;
    Ok(Solved)
}

/// Relates the types of samples at the points of a grid, which has the shape `N2HW`.
#[register_global("tvm.relay.type_relation.GridSample")]
fn grid_sample(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: GridSampleAttrs = attrs_of(attrs)?;
    let [data, grid, result] = types_of(&types)?;
    let (Some(data), Some(grid)) = (tensor("data", data)?, tensor("grid", grid)?) else {
        return Ok(NotYet);
    };
    let mut shape = in_layout("layout", &data.shape, &attrs.layout, "NCHW")?.to_vec();
    axis("grid", 3, grid.shape.len())?;
    shape[2] = grid.shape[2].clone();
    shape[3] = grid.shape[3].clone();
    let found = in_layout("layout", &shape, "NCHW", &attrs.layout)?;
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Requires a matrix of 2 by 3 for each transform. The result has the shape `N2HW`.
#[register_global("tvm.relay.type_relation.AffineGrid")]
fn affine_grid(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: AffineGridAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    expect_ndim("data", data, 3)?;
    extent::expect("the rows of data", &2.into(), &data.shape[1])?;
    extent::expect("the columns of data", &3.into(), &data.shape[2])?;
    let [height, width] = attrs.target_shape.as_deref().unwrap_or_default() else {
        return Err(RelationError::attribute(
            "target_shape",
            "2 numbers",
            attrs.target_shape.as_ref().map_or(0, |shape| shape.len()),
        ));
    };
    let found = [data.shape[0].clone(), 2.into(), height.clone(), width.clone()];
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Relates the types of a grayscale dilation. The structuring element has the layout `CHW`.
#[register_global("tvm.relay.type_relation.Dilation2D")]
fn dilation2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Dilation2DAttrs = attrs_of(attrs)?;
    let [data, weight, result] = types_of(&types)?;
    let (Some(data), Some(weight)) = (tensor("data", data)?, tensor("weight", weight)?) else {
        return Ok(NotYet);
    };
    let shape = in_layout("data_layout", &data.shape, &attrs.data_layout, "NCHW")?;
    let weight = in_layout("kernel_layout", &weight.shape, &attrs.kernel_layout, "IHW")?;
    let mut found = vec![shape[0].clone(), weight[0].clone()];
    for (axis, padding) in total_padding(&attrs.padding, 2)?.into_iter().enumerate() {
        let covered = covered(&weight[axis + 1], entry("dilations", &attrs.dilations, axis)?);
        let stride: &PrimExpr = entry("strides", &attrs.strides, axis)?;
        found.push(positions(&shape[axis + 2], padding, covered, stride)?);
    }
    let found = in_layout("data_layout", &found, "NCHW", &attrs.data_layout)?;
    assign(&reporter, "result", result, TensorType::new(found, dtype_or(attrs.out_dtype, data.dtype)))?;
    Ok(Solved)
}
