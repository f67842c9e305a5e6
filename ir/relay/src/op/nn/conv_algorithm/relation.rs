//! The type relations of convolutions with specific algorithms, and of their kernel transforms.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};
use objet_tir::op::{Checked, floordiv, floormod, if_then_else, not_equal};

use crate::attrs::{
    Conv2DAttrs, Conv2DWinogradAttrs, Conv2DWinogradNNPACKWeightTransformAttrs, Conv3DWinogradAttrs,
    ConvGemmWeightTransformAttrs, ConvWinogradWeightTransformAttrs,
};
use crate::op::nn::conv::attributes::Conv;
use crate::op::nn::conv::relation::result_shape;
use crate::op::relation::spatial::{covered, entry, steps};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, dtype_or, expect_ndim, extent, tensor,
    types_of,
};

/// Relates the types of a convolution in blocks of channels.
#[register_global("tvm.relay.type_relation.Conv2DNCHWc")]
fn conv2d_nchwc(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DAttrs = attrs_of(attrs)?;
    let conv = Conv::from(&attrs);
    transformed_conv(&types, &conv, &reporter, |data, channels, size| {
        result_shape(&conv, data, channels, size)
    })
}

/// Relates the types of a convolution by matrix multiplication.
#[register_global("tvm.relay.type_relation.Conv2DGemm")]
fn conv2d_gemm(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DAttrs = attrs_of(attrs)?;
    let conv = Conv { native: "NHWC", native_weight: "HWIO", ..Conv::from(&attrs) };
    transformed_conv(&types, &conv, &reporter, |data, channels, size| {
        let mut found = vec![data[0].clone()];
        for (axis, padding) in conv.padding()?.into_iter().enumerate() {
            // TVM looks for `Any` one axis too far.
            if extent::is_any(&data[axis + 2]) {
                found.push(data[axis + 1].clone());
                continue;
            }
            let covered = covered(&size[axis], entry("dilation", conv.dilation, axis)?);
            let stride = entry("strides", conv.strides, axis)?;
            found.push(steps(&data[axis + 1], padding, covered, stride)?);
        }
        found.push(channels.clone());
        Ok(found)
    })
}

/// Relates the types of a convolution of images by Winograd's algorithm.
#[register_global("tvm.relay.type_relation.Conv2DWinograd")]
fn conv2d_winograd(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DWinogradAttrs = attrs_of(attrs)?;
    let conv = Conv::from(&attrs);
    transformed_conv(&types, &conv, &reporter, |data, channels, size| {
        result_shape(&conv, data, channels, size)
    })
}

/// Relates the types of a convolution of volumes by Winograd's algorithm.
#[register_global("tvm.relay.type_relation.Conv3DWinograd")]
fn conv3d_winograd(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv3DWinogradAttrs = attrs_of(attrs)?;
    let conv = Conv::from(&attrs);
    transformed_conv(&types, &conv, &reporter, |data, channels, size| {
        let mut found = vec![data[0].clone(), channels.clone()];
        for (axis, padding) in conv.padding()?.into_iter().enumerate() {
            let length = &data[axis + 2];
            // TVM looks at the depth, not at the height, to find a height of any length.
            if extent::is_any(&data[[2, 2, 4][axis]]) {
                found.push(length.clone());
                continue;
            }
            let covered = covered(&size[axis], entry("dilation", conv.dilation, axis)?);
            let last = Checked::from(length) + padding - covered;
            found.push((last / entry("strides", conv.strides, axis)? + 1).expr()?);
        }
        Ok(found)
    })
}

/// Relates the types of a convolution whose kernels are transformed. `shape` computes the shape of
/// the result in the layout of the relation, from the shape of the data, the number of channels and
/// the size of the kernel.
///
/// The type of the transformed kernels is not checked, so the attributes must have both numbers.
fn transformed_conv(
    types: &Array<Type>,
    conv: &Conv<'_>,
    reporter: &TypeReporter,
    shape: impl FnOnce(&[PrimExpr], &PrimExpr, &[PrimExpr]) -> Result<Vec<PrimExpr>, RelationError>,
) -> RelationResult {
    let [data, _weight, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let in_layout = conv.data(&data.shape)?;
    conv.check_kernel_layout()?;
    let found = shape(&in_layout, conv.required_channels()?, conv.required_kernel_size()?)?;
    let found = TensorType::new(conv.in_out_layout(&found)?, conv.out_dtype(data.dtype));
    assign(reporter, "result", result, found)?;
    Ok(Solved)
}

/// Relates the types of kernels before and after their transform for Winograd's algorithm.
#[register_global("tvm.relay.type_relation.Conv2DWinogradWeightTransform")]
fn conv2d_winograd_weight(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ConvWinogradWeightTransformAttrs = attrs_of(attrs)?;
    transformed(&types, &reporter, 4, |weight| {
        let shape = &weight.shape;
        let tile = |size| tile(attrs.tile_size, size);
        let found = vec![tile(&shape[2])?, tile(&shape[3])?, shape[0].clone(), shape[1].clone()];
        Ok(TensorType::new(found, weight.dtype))
    })
}

/// Relates the types of kernels before and after their transform for Winograd's algorithm on
/// volumes. A kernel of a depth from 3 to 7 is transformed in depth too.
#[register_global("tvm.relay.type_relation.Conv3DWinogradWeightTransform")]
fn conv3d_winograd_weight(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ConvWinogradWeightTransformAttrs = attrs_of(attrs)?;
    transformed(&types, &reporter, 5, |weight| {
        let shape = &weight.shape;
        let depth = extent::constant(&shape[2]).ok_or_else(|| RelationError::Type {
            operand: "weight",
            expected: "a tensor with a constant depth",
            found: "another one".into(),
        })?;
        let tile = |size| tile(attrs.tile_size, size);
        let mut found = match depth {
            3..=7 => vec![tile(&shape[2])?, tile(&shape[3])?, tile(&shape[4])?],
            _ => vec![tile(&shape[3])?, tile(&shape[4])?, shape[2].clone()],
        };
        found.extend([shape[0].clone(), shape[1].clone()]);
        Ok(TensorType::new(found, weight.dtype))
    })
}

/// Relates the types of kernels before and after their transform for NNPACK, which uses tiles of 8
/// by 8 elements.
#[register_global("tvm.relay.type_relation.Conv2DWinogradNNPACKWeightTransform")]
fn conv2d_winograd_nnpack_weight(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DWinogradNNPACKWeightTransformAttrs = attrs_of(attrs)?;
    transformed(&types, &reporter, 4, |weight| {
        let [outer, inner] = [0, 1].map(|axis| weight.shape[axis].clone());
        let dtype = dtype_or(attrs.out_dtype, weight.dtype);
        Ok(TensorType::new([outer, inner, 8.into(), 8.into()], dtype))
    })
}

/// Relates the types of kernels before and after their arrangement in tiles for matrix
/// multiplication. Incomplete tiles are padded.
#[register_global("tvm.relay.type_relation.Conv2DGemmWeightTransform")]
fn conv2d_gemm_weight(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ConvGemmWeightTransformAttrs = attrs_of(attrs)?;
    transformed(&types, &reporter, 4, |weight| {
        let [height, width, inner, outer] = [0, 1, 2, 3].map(|axis| Checked::from(&weight.shape[axis]));
        let (rows, columns) = (attrs.tile_rows, attrs.tile_cols);
        let found = [
            tiles((outer * 1).expr()?, rows)?,
            tiles((height * width * inner).expr()?, columns)?,
            rows.into(),
            columns.into(),
        ];
        Ok(TensorType::new(found, weight.dtype))
    })
}

/// Relates the types of kernels before and after a transform.
fn transformed(
    types: &Array<Type>,
    reporter: &TypeReporter,
    axes: usize,
    transform: impl FnOnce(&TensorTypeNode) -> Result<TensorType, RelationError>,
) -> RelationResult {
    let [weight, result] = types_of(types)?;
    let Some(weight) = tensor("weight", weight)? else { return Ok(NotYet) };
    expect_ndim("weight", weight, axes)?;
    assign(reporter, "result", result, transform(weight)?)?;
    Ok(Solved)
}

/// Returns the length of a tile of inputs for a kernel of some size.
fn tile(tile_size: i32, size: &PrimExpr) -> Result<PrimExpr, RelationError> {
    Ok((Checked::from(tile_size) + size - 1).expr()?)
}

/// Returns the number of tiles that cover an axis.
fn tiles(length: PrimExpr, tile: i32) -> Result<PrimExpr, RelationError> {
    let rest = floormod(&length, tile, None)?;
    let is_incomplete = not_equal(&rest, 0, None)?;
    let padding = if_then_else(is_incomplete, Checked::from(tile) - &rest, 0, None)?;
    Ok(floordiv(Checked::from(&length) + padding, tile, None)?)
}
