//! The type relation of convolutions at learned offsets.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, floordiv};

use super::attributes::Conv;
use crate::attrs::DeformableConv2DAttrs;
use crate::op::relation::spatial::{covered, entry, steps};
use crate::op::relation::{NotYet, RelationResult, Solved, assign, attrs_of, extent, tensor, types_of};

/// Relates the types of a deformable convolution. The type of the offsets follows from the others.
#[register_global("tvm.relay.type_relation.DeformableConv2D")]
fn deformable_conv2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: DeformableConv2DAttrs = attrs_of(attrs)?;
    let [data, offset, weight, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let conv = Conv::from(&attrs);
    let shape = conv.data(&data.shape)?;

    let (channels, size) = match (conv.channels, conv.kernel_size()?) {
        (Some(channels), Some(size)) => {
            let mut expected = vec![channels.clone(), floordiv(&shape[1], conv.groups, None)?];
            expected.extend(size.iter().cloned());
            let expected = TensorType::new(conv.in_kernel_layout(&expected)?, data.dtype);
            assign(&reporter, "weight", weight, expected)?;
            (channels.clone(), Array::from(size))
        }
        _ => {
            let Some(weight) = tensor("weight", weight)? else { return Ok(NotYet) };
            let weight = conv.weight(&weight.shape)?;
            conv.check_weight(&weight[0], &weight[2..])?;
            if !extent::is_any(&shape[1]) && !extent::is_any(&weight[1]) {
                let inner = floordiv(&shape[1], conv.groups, None)?;
                extent::expect("the input channels of weight", &inner, &weight[1])?;
            }
            (weight[0].clone(), weight[2..].into())
        }
    };

    let mut found = vec![shape[0].clone(), channels];
    for (axis, padding) in conv.padding()?.into_iter().enumerate() {
        let covered = covered(&size[axis], entry("dilation", conv.dilation, axis)?);
        let stride = entry("strides", conv.strides, axis)?;
        found.push(steps(&shape[axis + 2], padding, covered, stride)?);
    }
    let points = Checked::from(2) * &size[0] * &size[1] * attrs.deformable_groups;
    let offsets = [shape[0].clone(), points.expr()?, found[2].clone(), found[3].clone()];
    let offsets = TensorType::new(conv.in_data_layout(&offsets)?, data.dtype);
    assign(&reporter, "offset", offset, offsets)?;
    let found = TensorType::new(conv.in_out_layout(&found)?, conv.out_dtype(data.dtype));
    assign(&reporter, "result", result, found)?;
    Ok(Solved)
}
