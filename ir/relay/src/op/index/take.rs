//! The type relations of operators that take elements at indices.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};
use objet_tir::topi::{self, TakeMode};

use crate::attrs::{GatherAttrs, GatherNDAttrs, TakeAttrs};
use crate::op::compute::{ComputeResult, Computed};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_int, expect_ndim, extent,
    required, tensor, tensors, types_of,
};

/// Takes slices along an axis, or elements in row-major order.
pub(super) fn take_compute(call: &Computed) -> ComputeResult {
    let (data, indices, attrs) = (call.input(0)?, call.input(1)?, call.attrs::<TakeAttrs>()?);
    let mode = TakeMode::of(&attrs.mode).ok_or_else(|| format!("unknown mode {:?}", attrs.mode))?;
    Ok(vec![match &attrs.axis {
        Some(axis) => topi::take_along(data, indices, attrs.batch_dims.value, axis.value, mode)?,
        None => topi::take(data, indices, mode)?,
    }])
}

/// Replaces the axis by the axes of the indices. Without an axis, the result has the shape of the
/// indices.
#[register_global("tvm.relay.type_relation.Take")]
fn take(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: TakeAttrs = attrs_of(attrs)?;
    let [data, indices, result] = types_of(&types)?;
    let (Some(data), Some(indices)) = (tensor("data", data)?, tensor("indices", indices)?) else {
        return Ok(NotYet);
    };
    expect_int("indices", indices)?;
    let shape = match &attrs.axis {
        Some(axis) => taken_shape(&data.shape, &indices.shape, axis.value, attrs.batch_dims.value)?,
        None => indices.shape.to_vec(),
    };
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

fn taken_shape(
    data: &[PrimExpr],
    indices: &[PrimExpr],
    position: i64,
    batch_dims: i64,
) -> Result<Vec<PrimExpr>, RelationError> {
    // Like in TVM, an axis after the last one is possible: the axes of the indices are appended.
    let position =
        if position == data.len() as i64 { data.len() } else { axis("data", position, data.len())? };
    let shared = usize::try_from(batch_dims).ok().filter(|shared| *shared <= position);
    let inserted = shared.and_then(|shared| indices.get(shared..)).ok_or_else(|| {
        let expected = format!("0 to {} shared axes", position.min(indices.len()));
        RelationError::attribute("batch_dims", expected, batch_dims)
    })?;
    Ok([&data[..position], inserted, data.get(position + 1..).unwrap_or_default()].concat())
}

/// Sets the result to the shape of the indices, which agrees with the data except along the axis.
#[register_global("tvm.relay.type_relation.Gather")]
fn gather(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: GatherAttrs = attrs_of(attrs)?;
    let [data, indices, result] = types_of(&types)?;
    let (Some(data), Some(indices)) = (tensor("data", data)?, tensor("indices", indices)?) else {
        return Ok(NotYet);
    };
    expect_ndim("indices", indices, data.shape.len())?;
    expect_int("indices", indices)?;
    let position = axis("data", required("axis", &attrs.axis)?.value, data.shape.len())?;
    for (current, (expected, found)) in data.shape.iter().zip(&indices.shape).enumerate() {
        if current != position {
            extent::expect("an axis of indices", expected, found)?;
        } else if extent::constant(found).is_some_and(|length| length < 1) {
            let (what, found) = ("the number of indices along the axis", extent::text(found));
            return Err(RelationError::Extent { what, expected: "at least 1".into(), found });
        }
    }
    assign(&reporter, "result", result, TensorType::new(indices.shape.clone(), data.dtype))?;
    Ok(Solved)
}

/// Replaces the axes that an index tuple refers to by the other axes of the indices. The first axis
/// of the indices is an index tuple.
#[register_global("tvm.relay.type_relation.GatherND")]
fn gather_nd(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: GatherNDAttrs = attrs_of(attrs)?;
    let [data, indices, result] = types_of(&types)?;
    let (Some(data), Some(indices)) = (tensor("data", data)?, tensor("indices", indices)?) else {
        return Ok(NotYet);
    };
    let indexed = index_tuple(indices, data.shape.len())?;
    let positions = &indices.shape[1..];
    let batch_dims = attrs.batch_dims.value;
    for shared in 0..usize::try_from(batch_dims).unwrap_or(0) {
        let (Some(expected), Some(found)) = (data.shape.get(shared), positions.get(shared)) else {
            let expected = format!("0 to {} shared axes", data.shape.len().min(positions.len()));
            return Err(RelationError::attribute("batch_dims", expected, batch_dims));
        };
        extent::expect("a shared axis of indices", expected, found)?;
    }
    // Like in TVM, a negative number of shared axes lets the result keep indexed axes.
    let kept = usize::try_from(batch_dims.saturating_add(indexed as i64)).ok();
    let kept = kept.and_then(|kept| data.shape.get(kept..)).unwrap_or_default();
    assign(&reporter, "result", result, TensorType::new([positions, kept].concat(), data.dtype))?;
    Ok(Solved)
}

/// Returns the length of the index tuples along the first axis of `indices`.
pub(super) fn index_tuple(indices: &TensorTypeNode, ndim: usize) -> Result<usize, RelationError> {
    let Some(length) = indices.shape.first() else {
        return Err(RelationError::RankRange { operand: "indices", expected: "at least 1", found: 0 });
    };
    let counted = extent::constant(length).and_then(|length| usize::try_from(length).ok());
    counted.filter(|length| *length <= ndim).ok_or_else(|| RelationError::Extent {
        what: "the length of an index tuple",
        expected: format!("a constant of at most {ndim}"),
        found: extent::text(length),
    })
}

/// Replaces the leading axes, one for each index tensor, by the axes of the index tensors.
#[register_global("tvm.relay.type_relation.AdvIndex")]
fn adv_index(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [inputs, result] = types_of(&types)?;
    let Some(inputs) = tensors("inputs", inputs)? else { return Ok(NotYet) };
    let Some((data, indices)) = inputs.split_first() else {
        let (expected, found) = ("a tensor and index tensors", "an empty tuple".into());
        return Err(RelationError::Type { operand: "inputs", expected, found });
    };
    let picked: &[PrimExpr] = match indices {
        [indices] => &indices.shape,
        _ => shape_of_indices(indices)?,
    };
    let kept = data.shape.get(indices.len()..).unwrap_or_default();
    assign(&reporter, "result", result, TensorType::new([picked, kept].concat(), data.dtype))?;
    Ok(Solved)
}

/// Returns the shape of the first index tensor with an unknown length, or of the first one with the
/// most elements. Like TVM, the function does not check that the shapes can be broadcast, and
/// returns the shape of a scalar if no tensor has more than one element.
fn shape_of_indices<'a>(indices: &[&'a TensorTypeNode]) -> Result<&'a [PrimExpr], RelationError> {
    let (mut picked, mut most): (&[PrimExpr], i64) = (&[], 1);
    for indices in indices {
        expect_int("an index tensor", indices)?;
        let lengths: Option<Vec<i64>> = indices.shape.iter().map(extent::constant).collect();
        let Some(lengths) = lengths else { return Ok(&indices.shape) };
        let count = lengths.iter().fold(1, |count: i64, length| count.saturating_mul(*length));
        if count > most {
            (picked, most) = (&indices.shape, count);
        }
    }
    Ok(picked)
}

/// Sets the result to one row for each axis of the shape, and one column for each flat index.
#[register_global("tvm.relay.type_relation.UnRavelIndexRel")]
fn unravel_index(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, shape, result] = types_of(&types)?;
    let (Some(data), Some(shape)) = (tensor("data", data)?, tensor("shape", shape)?) else {
        return Ok(NotYet);
    };
    expect_int("data", data)?;
    let Some(axes) = shape.shape.first() else {
        return Err(RelationError::RankRange { operand: "shape", expected: "at least 1", found: 0 });
    };
    let found: Array<PrimExpr> = std::iter::once(axes).chain(data.shape.first()).cloned().collect();
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}
