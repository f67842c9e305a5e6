//! The type relations of operators that insert, remove, permute and reverse axes.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};

use crate::attrs::{ExpandDimsAttrs, ReverseAttrs, ReverseSequenceAttrs, SqueezeAttrs, TransposeAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_int, expect_ndim, extent,
    new_axis, required, tensor, types_of,
};

/// Maximum number of axes that one operator inserts.
pub(in crate::op) const NEW_AXES_LIMIT: i32 = 1 << 16;

/// Inserts axes of length 1.
#[register_global("tvm.relay.type_relation.ExpandDims")]
fn expand_dims(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ExpandDimsAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let position = new_axis("the result", attrs.axis.into(), data.shape.len())?;
    let (before, after) = data.shape.split_at(position);
    let inserted = new_axes(attrs.num_newaxis, || 1.into())?;
    let shape: Array<PrimExpr> =
        before.iter().cloned().chain(inserted).chain(after.iter().cloned()).collect();
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Returns a number of inserted axes.
pub(in crate::op) fn new_axes(
    count: i32,
    extent: impl Fn() -> PrimExpr,
) -> Result<Vec<PrimExpr>, RelationError> {
    if !(0..=NEW_AXES_LIMIT).contains(&count) {
        let expected = format!("0 to {NEW_AXES_LIMIT} axes");
        return Err(RelationError::attribute("num_newaxis", expected, count));
    }
    Ok((0..count).map(|_| extent()).collect())
}

/// Removes axes of length 1: the given ones, or all of them.
#[register_global("tvm.relay.type_relation.Squeeze")]
fn squeeze(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SqueezeAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let not_one = |expected: &str, found| {
        let (what, expected) = ("a removed axis of data", expected.into());
        RelationError::Extent { what, expected, found: extent::text(found) }
    };
    let mut is_removed = vec![false; data.shape.len()];
    match &attrs.axis {
        Some(axes) => {
            for position in axes {
                let position = axis("data", position.value, data.shape.len())?;
                is_removed[position] = true;
                if extent::constant(&data.shape[position]).is_some_and(|length| length != 1) {
                    return Err(not_one("1", &data.shape[position]));
                }
            }
        }
        None => {
            for (is_removed, extent) in is_removed.iter_mut().zip(&data.shape) {
                let length = extent::constant(extent);
                *is_removed = length.ok_or_else(|| not_one("a constant length", extent))? == 1;
            }
        }
    }
    let kept = data.shape.iter().zip(is_removed).filter(|(_, is_removed)| !is_removed);
    let shape: Array<PrimExpr> = kept.map(|(extent, _)| extent.clone()).collect();
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Permutes the axes, or reverses their order.
#[register_global("tvm.relay.type_relation.Transpose")]
fn transpose(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: TransposeAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let ndim = data.shape.len();
    let shape: Array<PrimExpr> = match &attrs.axes {
        None => data.shape.iter().rev().cloned().collect(),
        Some(axes) => {
            if axes.len() != ndim {
                let expected = format!("a permutation of {ndim} axes");
                return Err(RelationError::attribute("axes", expected, format!("{} axes", axes.len())));
            }
            let mut is_used = vec![false; ndim];
            let mut shape = Vec::with_capacity(ndim);
            for position in axes {
                let position = axis("data", position.value, ndim)?;
                if std::mem::replace(&mut is_used[position], true) {
                    let found = format!("axis {position} twice");
                    return Err(RelationError::attribute("axes", "each axis once", found));
                }
                shape.push(data.shape[position].clone());
            }
            shape.into()
        }
    };
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Keeps the type.
#[register_global("tvm.relay.type_relation.Reverse")]
fn reverse(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ReverseAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    axis("data", required("axis", &attrs.axis)?.value, tensor.shape.len())?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// Keeps the type. The lengths are integers, one for each sequence.
#[register_global("tvm.relay.type_relation.ReverseSequence")]
fn reverse_sequence(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ReverseSequenceAttrs = attrs_of(attrs)?;
    let [data, seq_lengths, result] = types_of(&types)?;
    let (Some(tensor), Some(lengths)) = (tensor("data", data)?, tensor("seq_lengths", seq_lengths)?) else {
        return Ok(NotYet);
    };
    expect_ndim("seq_lengths", lengths, 1)?;
    expect_int("seq_lengths", lengths)?;
    let batch_axis = axis("data", attrs.batch_axis.value, tensor.shape.len())?;
    axis("data", attrs.seq_axis.value, tensor.shape.len())?;
    extent::expect("the number of sequence lengths", &tensor.shape[batch_axis], &lengths.shape[0])?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}
