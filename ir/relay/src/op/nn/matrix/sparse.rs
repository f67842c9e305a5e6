//! The type relations of sparse matrices and of packed bits.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, Type, TypeReporter};
use objet_tir::op::{Checked, floordiv};

use crate::attrs::{BitPackAttrs, SparseDenseAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_ndim, tensor, types_of,
};

/// Relates the types of a dense layer with a sparse operand. Elements are single, or blocks of a
/// height and a width.
#[register_global("tvm.relay.type_relation.SparseDense")]
fn sparse_dense(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SparseDenseAttrs = attrs_of(attrs)?;
    let [dense, elements, _indices, starts, result] = types_of(&types)?;
    let (Some(dense), Some(elements), Some(starts)) =
        (tensor("dense_data", dense)?, tensor("sparse_data", elements)?, tensor("sparse_indptr", starts)?)
    else {
        return Ok(NotYet);
    };
    axis("dense_data", 0, dense.shape.len())?;
    let rows = sparse_rows(elements, starts)?;
    let other = dense.shape[0].clone();
    let found = if attrs.sparse_lhs { [rows, other] } else { [other, rows] };
    assign(&reporter, "result", result, TensorType::new(found, dense.dtype))?;
    Ok(Solved)
}

/// Returns the number of rows of a sparse matrix.
fn sparse_rows(elements: &TensorTypeNode, starts: &TensorTypeNode) -> Result<PrimExpr, RelationError> {
    axis("sparse_indptr", 0, starts.shape.len())?;
    let rows = Checked::from(&starts.shape[0]) - 1;
    Ok(match &elements.shape[..] {
        [_] => rows.expr()?,
        [_, height, _] => (rows * height).expr()?,
        shape => {
            return Err(RelationError::RankRange {
                operand: "sparse_data",
                expected: "1 or 3",
                found: shape.len(),
            });
        }
    })
}

/// Gives the transposed sparse matrix parts of the same types.
#[register_global("tvm.relay.type_relation.SparseTranspose")]
fn sparse_transpose(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [elements, indices, starts, result] = types_of(&types)?;
    let (Some(elements), Some(indices), Some(starts)) = (
        tensor("sparse_data", elements)?,
        tensor("sparse_indices", indices)?,
        tensor("sparse_indptr", starts)?,
    ) else {
        return Ok(NotYet);
    };
    expect_ndim("sparse_data", elements, 1)?;
    let fields: Vec<Type> = [elements, indices, starts]
        .into_iter()
        .map(|part| TensorType::new(part.shape.clone(), part.dtype).upcast())
        .collect();
    assign(&reporter, "result", result, TupleType::new(fields, None))?;
    Ok(Solved)
}

/// Gives the sum of a dense and a sparse matrix the type of the dense matrix.
#[register_global("tvm.relay.type_relation.SparseAdd")]
fn sparse_add(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [dense, elements, _indices, _starts, result] = types_of(&types)?;
    let (Some(dense), Some(elements)) = (tensor("dense_data", dense)?, tensor("sparse_data", elements)?)
    else {
        return Ok(NotYet);
    };
    expect_ndim("sparse_data", elements, 1)?;
    if dense.dtype != elements.dtype {
        return Err(RelationError::DataTypes { lhs: dense.dtype, rhs: elements.dtype });
    }
    assign(&reporter, "result", result, TensorType::new(dense.shape.clone(), dense.dtype))?;
    Ok(Solved)
}

/// Divides the length of the packed axis by the bits of a word, and inserts the axis of bits.
#[register_global("tvm.relay.type_relation.BitPack")]
fn bitpack(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BitPackAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let position = |axis: i32| usize::try_from(axis).ok();
    let mut found = data.shape.to_vec();
    if let Some(length) = position(attrs.pack_axis).and_then(|axis| found.get_mut(axis)) {
        *length = floordiv(&*length, i32::from(attrs.pack_type.bits), None)?;
    }
    if let Some(axis) = position(attrs.bit_axis).filter(|axis| *axis <= found.len()) {
        found.insert(axis, attrs.bits.into());
    }
    assign(&reporter, "result", result, TensorType::new(found, attrs.pack_type))?;
    Ok(Solved)
}
