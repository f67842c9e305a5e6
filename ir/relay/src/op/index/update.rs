//! The type relations of operators that replace elements. The result has the type of the data.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, Type, TypeReporter};

use super::take::index_tuple;
use crate::attrs::{MatrixSetDiagAttrs, SequenceMaskAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, expect_int, tensor, types_of,
};

/// Keeps the type. Like TVM, the relation does not check the shapes.
#[register_global("tvm.relay.type_relation.Scatter")]
fn scatter(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, indices, updates, result] = types_of(&types)?;
    let (Some(_), Some(indices), Some(_)) =
        (tensor("data", data)?, tensor("indices", indices)?, tensor("updates", updates)?)
    else {
        return Ok(NotYet);
    };
    expect_int("indices", indices)?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// Like [`scatter`].
#[register_global("tvm.relay.type_relation.ScatterAdd")]
fn scatter_add(
    types: Array<Type>,
    num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    scatter(types, num_inputs, attrs, reporter)
}

/// Keeps the type. The first axis of the indices is an index tuple.
#[register_global("tvm.relay.type_relation.ScatterND")]
fn scatter_nd(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, indices, updates, result] = types_of(&types)?;
    let (Some(tensor), Some(indices), Some(_)) =
        (tensor("data", data)?, tensor("indices", indices)?, tensor("updates", updates)?)
    else {
        return Ok(NotYet);
    };
    expect_int("indices", indices)?;
    index_tuple(indices, tensor.shape.len())?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// Keeps the type. Like TVM, the relation does not look at the slice.
#[register_global("tvm.relay.type_relation.StridedSet")]
fn strided_set(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, _slice, _begin, _end, _strides, result] = types_of(&types)?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// Keeps the type. There is one length for each sequence of the batch.
#[register_global("tvm.relay.type_relation.SequenceMask")]
fn sequence_mask(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SequenceMaskAttrs = attrs_of(attrs)?;
    let [data, lengths, result] = types_of(&types)?;
    let (Some(tensor), Some(counted)) = (tensor("data", data)?, tensor("valid_length", lengths)?) else {
        return Ok(NotYet);
    };
    let batch_axis = match attrs.axis {
        0 => 1,
        1 => 0,
        axis => return Err(RelationError::attribute("axis", "0 or 1", axis)),
    };
    let Some(batch) = tensor.shape.get(batch_axis) else {
        let expected = if batch_axis == 0 { "at least 1" } else { "at least 2" };
        return Err(RelationError::RankRange { operand: "data", expected, found: tensor.shape.len() });
    };
    assign(&reporter, "valid_length", lengths, TensorType::new([batch.clone()], counted.dtype))?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// Keeps the type. Like TVM, the relation does not compare extents.
#[register_global("tvm.relay.type_relation.MatrixSetDiag")]
fn matrix_set_diag(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: MatrixSetDiagAttrs = attrs_of(attrs)?;
    let [input, diagonal, result] = types_of(&types)?;
    let (Some(matrix), Some(diagonal)) = (tensor("input", input)?, tensor("diagonal", diagonal)?) else {
        return Ok(NotYet);
    };
    let (low, high) = (attrs.k1, attrs.k2);
    if low > high {
        return Err(RelationError::attribute("k1", format!("at most {high}, the value of k2"), low));
    }
    let found = matrix.shape.len();
    if found < 2 {
        return Err(RelationError::RankRange { operand: "input", expected: "at least 2", found });
    }
    // Several diagonals have an axis of their own.
    let own_axes = if low == high { 1 } else { 2 };
    let batch_axes = diagonal.shape.len().checked_sub(own_axes);
    if batch_axes.is_none_or(|batch_axes| batch_axes > matrix.shape.len()) {
        let expected = format!("{own_axes} to {}", own_axes + matrix.shape.len());
        let (what, found) = ("the number of axes of diagonal", diagonal.shape.len().to_string());
        return Err(RelationError::Extent { what, expected, found });
    }
    assign(&reporter, "result", result, input.clone())?;
    Ok(Solved)
}
