//! The type relations of transposed convolutions.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, floordiv};

use super::attributes::Conv;
use crate::attrs::{Conv1DTransposeAttrs, Conv2DTransposeAttrs, Conv3DTransposeAttrs};
use crate::op::relation::spatial::{covered, entry};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, extent, tensor, types_of,
};

/// Relates the types of a transposed convolution of sequences.
#[register_global("tvm.relay.type_relation.Conv1DTranspose")]
fn conv1d_transpose(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv1DTransposeAttrs = attrs_of(attrs)?;
    transposed(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a transposed convolution of images.
#[register_global("tvm.relay.type_relation.Conv2DTranspose")]
fn conv2d_transpose(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv2DTransposeAttrs = attrs_of(attrs)?;
    transposed(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a transposed convolution of volumes.
#[register_global("tvm.relay.type_relation.Conv3DTranspose")]
fn conv3d_transpose(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Conv3DTransposeAttrs = attrs_of(attrs)?;
    transposed(&types, &Conv::from(&attrs), &reporter)
}

/// Relates the types of a transposed convolution.
///
/// The first axis of the weight has the input channels, and the second one the output channels of
/// a group. For images, these are the axes `I` and `O` of the layout, and for sequences and volumes
/// `O` and `I`.
pub(crate) fn transposed(types: &Array<Type>, attrs: &Conv<'_>, reporter: &TypeReporter) -> RelationResult {
    let [data, weight, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let shape = attrs.data(&data.shape)?;
    let known = tensor("weight", weight)?;

    let (channels, covered) = match (attrs.channels, attrs.kernel_size()?) {
        (Some(channels), Some(size)) => {
            let mut expected = vec![shape[1].clone(), floordiv(channels, attrs.groups, None)?];
            expected.extend(size.iter().cloned());
            let dtype = known.map_or(data.dtype, |weight| weight.dtype);
            let expected = TensorType::new(attrs.in_kernel_layout(&expected)?, dtype);
            assign(reporter, "weight", weight, expected)?;
            (channels.clone(), all_covered(attrs, size)?)
        }
        _ => {
            let Some(weight) = known else { return Ok(NotYet) };
            let weight = attrs.weight(&weight.shape)?;
            attrs.check_weight(&weight[1], &weight[2..])?;
            if !extent::is_any(&shape[1]) && !extent::is_any(&weight[0]) {
                let inputs = match attrs.axes {
                    2 => shape[1].clone(),
                    _ => floordiv(&shape[1], attrs.groups, None)?,
                };
                extent::expect("the input channels of weight", &inputs, &weight[0])?;
            }
            let mut covered = all_covered(attrs, &weight[2..])?;
            if attrs.axes == 3 {
                // TVM exchanges height and width of a kernel whose size is that of the weight.
                covered.swap(1, 2);
            }
            (weight[1].clone(), covered)
        }
    };

    let mut found = vec![shape[0].clone(), channels];
    let parts = attrs.padding()?.into_iter().zip(covered);
    for (axis, (length, (padding, covered))) in shape[2..].iter().zip(parts).enumerate() {
        if extent::is_any(length) {
            found.push(length.clone());
            continue;
        }
        let extra = entry("output_padding", attrs.output_padding, axis)?;
        let stride = entry("strides", attrs.strides, axis)?;
        let length = Checked::from(stride) * (Checked::from(length) - 1) + covered - padding + extra;
        found.push(length.expr()?);
    }
    let found = TensorType::new(attrs.in_out_layout(&found)?, attrs.out_dtype(data.dtype));
    assign(reporter, "result", result, found)?;
    Ok(Solved)
}

/// Returns the distance that the kernel covers on each axis.
fn all_covered(attrs: &Conv<'_>, size: &[PrimExpr]) -> Result<Vec<Checked>, RelationError> {
    let covered = |(axis, size)| Ok(covered(size, entry("dilation", attrs.dilation, axis)?));
    size.iter().enumerate().map(covered).collect()
}
