//! The type relations of convolutions.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};
use objet_tir::op::floordiv;

use super::attributes::Conv;
use crate::attrs::{Conv1DAttrs, Conv2DAttrs, Conv3DAttrs};
use crate::op::relation::spatial::{covered, entry, positions};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, extent, tensor, types_of,
};

/// Relates the types of a convolution of sequences. Groups have no influence.
#[register_global("tvm.relay.type_relation.Conv1D")]
fn conv1d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv1DAttrs = attrs_of(attrs)?;
    convolution(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a convolution of images.
#[register_global("tvm.relay.type_relation.Conv2D")]
fn conv2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DAttrs = attrs_of(attrs)?;
    convolution(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a convolution of volumes.
#[register_global("tvm.relay.type_relation.Conv3D")]
fn conv3d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv3DAttrs = attrs_of(attrs)?;
    convolution(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a convolution. If the attributes have the number of channels and the size
/// of the kernel, the type of the weight follows from them.
pub(crate) fn convolution(types: &Array<Type>, attrs: &Conv<'_>, reporter: &TypeReporter) -> RelationResult {
    let [data, weight, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let shape = attrs.data(&data.shape)?;
    let known = tensor("weight", weight)?;
    let depthwise = is_depthwise(attrs, &shape, known)?;

    let (channels, size): (&PrimExpr, Array<PrimExpr>) = match (attrs.channels, attrs.kernel_size()?) {
        (Some(channels), Some(size)) => {
            let outer_and_inner = outer_and_inner(attrs, channels, &shape[1], depthwise)?;
            let expected: Vec<PrimExpr> = outer_and_inner.into_iter().chain(size.iter().cloned()).collect();
            let dtype = known.map_or(data.dtype, |weight| weight.dtype);
            let expected = TensorType::new(attrs.in_kernel_layout(&expected)?, dtype);
            assign(reporter, "weight", weight, expected)?;
            (channels, size.into())
        }
        _ => {
            let Some(weight) = known else { return Ok(NotYet) };
            let weight = attrs.weight(&weight.shape)?;
            attrs.check_weight(&weight[0], &weight[2..])?;
            if !extent::is_any(&shape[1]) && !extent::is_any(&weight[1]) {
                let inner = match attrs.axes {
                    1 => shape[1].clone(),
                    _ => floordiv(&shape[1], attrs.groups, None)?,
                };
                extent::expect("the input channels of weight", &inner, &weight[1])?;
            }
            return finish(attrs, &shape, &weight[0], &weight[2..], data, result, reporter);
        }
    };
    finish(attrs, &shape, channels, &size, data, result, reporter)
}

/// Assigns the type of the result.
fn finish(
    attrs: &Conv<'_>,
    shape: &[PrimExpr],
    channels: &PrimExpr,
    size: &[PrimExpr],
    data: &TensorTypeNode,
    result: &Type,
    reporter: &TypeReporter,
) -> RelationResult {
    let found = result_shape(attrs, shape, channels, size)?;
    let found = attrs.in_out_layout(&found)?;
    assign(reporter, "result", result, TensorType::new(found, attrs.out_dtype(data.dtype)))?;
    Ok(Solved)
}

/// Returns the shape of the result in the layout of the relation.
pub(crate) fn result_shape(
    attrs: &Conv<'_>,
    data: &[PrimExpr],
    channels: &PrimExpr,
    size: &[PrimExpr],
) -> Result<Vec<PrimExpr>, RelationError> {
    let mut shape = vec![data[0].clone(), channels.clone()];
    let padding = match &data[2..] {
        // The padding of a sequence of any length is not read.
        [length] if attrs.has_padding_of_sides && extent::is_any(length) => vec![0.into()],
        _ => attrs.padding()?,
    };
    for (axis, (padding, (length, size))) in padding.into_iter().zip(data[2..].iter().zip(size)).enumerate() {
        let covered = covered(size, entry("dilation", attrs.dilation, axis)?);
        shape.push(positions(length, padding, covered, entry("strides", attrs.strides, axis)?)?);
    }
    Ok(shape)
}

/// Whether each input channel of images has its own kernels. The attributes do not tell the type
/// of a weight with groups, so an image convolution with groups needs a known weight.
fn is_depthwise(
    attrs: &Conv<'_>,
    data: &[PrimExpr],
    weight: Option<&TensorTypeNode>,
) -> Result<bool, RelationError> {
    if attrs.axes != 2 || attrs.groups <= 1 {
        return Ok(false);
    }
    let Some(weight) = weight else {
        return Err(RelationError::Type {
            operand: "weight",
            expected: "a known type, because of groups",
            found: "an unknown type".into(),
        });
    };
    let weight = attrs.weight(&weight.shape)?;
    let is_groups = |extent: &PrimExpr| {
        extent.dtype == DataType::int(32) && extent::constant(extent) == Some(attrs.groups.into())
    };
    Ok(is_groups(&data[1]) && is_groups(&weight[0]))
}

/// Returns the first two extents of the weight in the layout of the relation.
fn outer_and_inner(
    attrs: &Conv<'_>,
    channels: &PrimExpr,
    inputs: &PrimExpr,
    depthwise: bool,
) -> Result<[PrimExpr; 2], RelationError> {
    let is_groups = extent::constant(channels) == Some(attrs.groups.into());
    Ok(match attrs.axes {
        1 => [channels.clone(), inputs.clone()],
        2 if depthwise => [inputs.clone(), floordiv(channels, inputs, None)?],
        3 if is_groups && attrs.groups != 1 => [inputs.clone(), floordiv(attrs.groups, inputs, None)?],
        _ => [channels.clone(), floordiv(inputs, attrs.groups, None)?],
    })
}
