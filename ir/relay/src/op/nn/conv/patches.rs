//! The type relations of convolutions that are not plain sums of products: on packed bits, with
//! sparse kernels, and the correlation of patches.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, floordiv};

use crate::attrs::{BinaryConv2DAttrs, CorrelationAttrs, SparseConv2DAttrs};
use crate::op::relation::layout::in_layout;
use crate::op::relation::spatial::{entry, total_padding};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_ndim, required, tensor,
    types_of,
};

/// Relates the types of a convolution of images on packed bits.
#[register_global("tvm.relay.type_relation.BinaryConv2D")]
fn bitserial_conv2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BinaryConv2DAttrs = attrs_of(attrs)?;
    let [data, _weight, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let shape = in_layout("data_layout", &data.shape, &attrs.data_layout, "NCHW")?;
    let channels = required("channels", &attrs.channels)?;
    let mut found = vec![shape[0].clone(), channels.clone()];
    for (axis, padding) in total_padding(&attrs.padding, 2)?.into_iter().enumerate() {
        let size = entry("kernel_size", &attrs.kernel_size, axis)?;
        let stride = entry("strides", &attrs.strides, axis)?;
        let last = Checked::from(&shape[2 + axis]) + padding - size;
        found.push((last / stride + 1).expr()?);
    }
    let found = in_layout("data_layout", &found, "NCHW", &attrs.data_layout)?;
    assign(&reporter, "result", result, TensorType::new(found, attrs.out_dtype))?;
    Ok(Solved)
}

/// Relates the types of a convolution of images with sparse kernels.
#[register_global("tvm.relay.type_relation.SparseConv2d")]
fn sparse_conv2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SparseConv2DAttrs = attrs_of(attrs)?;
    let [data, weight, _indices, starts, result] = types_of(&types)?;
    let (Some(data), Some(weight), Some(starts)) =
        (tensor("data", data)?, tensor("weight_data", weight)?, tensor("weight_indptr", starts)?)
    else {
        return Ok(NotYet);
    };
    expect_ndim("data", data, 4)?;
    axis("weight_indptr", 0, starts.shape.len())?;
    let (2 | 3) = weight.shape.len() else {
        let (operand, expected, found) = ("weight_data", "2 or 3", weight.shape.len());
        return Err(RelationError::RankRange { operand, expected, found });
    };
    let channels = ((Checked::from(&starts.shape[0]) - 1) * &weight.shape[1]).expr()?;
    let mut found = data.shape.to_vec();
    match attrs.layout.as_str() {
        "NHWC" => found[3] = channels,
        "NCHW" => found[1] = channels,
        layout => {
            return Err(RelationError::attribute("layout", "NHWC or NCHW", layout));
        }
    }
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Relates the types of the correlation of the patches of two images: a channel for each
/// displacement.
#[register_global("tvm.relay.type_relation.Correlation")]
fn correlation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: CorrelationAttrs = attrs_of(attrs)?;
    let [data, other, result] = types_of(&types)?;
    let (Some(data), Some(other)) = (tensor("data1", data)?, tensor("data2", other)?) else {
        return Ok(NotYet);
    };
    expect_ndim("data1", data, 4)?;
    expect_ndim("data2", other, 4)?;
    if attrs.layout != "NCHW" {
        return Err(RelationError::attribute("layout", "NCHW", &attrs.layout));
    }
    let distance = i64::from(attrs.max_displacement);
    let Some(radius) = distance.checked_div(attrs.stride2.into()) else {
        return Err(RelationError::attribute("stride2", "a number other than 0", 0));
    };
    let displacements = 2 * radius + 1;
    let channels = displacements.checked_mul(displacements).unwrap_or(i64::MAX);
    let border = 2 * (distance + (i64::from(attrs.kernel_size) - 1) / 2);
    let mut found = vec![data.shape[0].clone(), int32(channels)?.into()];
    for (axis, padding) in total_padding(&attrs.padding, 2)?.into_iter().enumerate() {
        let length = Checked::from(&data.shape[2 + axis]) + padding;
        let patches = length - int32(border)? + attrs.stride1 - 1;
        found.push(floordiv(patches, attrs.stride1, None)?);
    }
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

fn int32(value: i64) -> Result<i32, RelationError> {
    i32::try_from(value).map_err(|_| {
        RelationError::attribute("max_displacement", "a number with at most 2^31 displacements", value)
    })
}
