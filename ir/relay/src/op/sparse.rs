//! Operators on sparse tensors.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::op::OpPatternKind::{Injective, Opaque};
use objet_ir::types::{TensorType, TupleType, Type, TypeReporter};
use objet_tir::topi;

use super::compute::{Compute, ComputeResult, Computed};
use crate::attrs::{SparseToDenseAttrs, SparseToDenseAttrsNode};
use crate::op::infer_layout::InferLayout;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, expect_int, expect_ndim, extent,
    required, tensor, types_of,
};
use crate::operators;

operators! {
    /// Fills each empty row of a sparse matrix with a default element.
    pub fn sparse_fill_empty_rows(
        sparse_indices: "Tensor" = "The indices of the elements.",
        sparse_values: "Tensor" = "The elements.",
        dense_shape: "Tensor" = "The shape of the matrix.",
        default_value: "Tensor" = "The element for empty rows.",
    ) = "sparse_fill_empty_rows" as "relay.op._make.sparse_fill_empty_rows"
        => |op| op.type_relation("sparse_fill_empty_rows").support_level(3).pattern(Opaque);

    /// Converts the indices of a sparse tensor to another shape.
    pub fn sparse_reshape(
        sparse_indices: "Tensor" = "The indices of the elements.",
        prev_shape: "Tensor" = "The current shape.",
        new_shape: "Tensor" = "The new shape.",
    ) = "sparse_reshape" as "relay.op._make.sparse_reshape"
        => |op| op.type_relation("sparse_reshape").support_level(3).pattern(Injective);

    /// Converts a sparse tensor to a dense tensor.
    pub fn sparse_to_dense(
        indices as "sparse_indices": "Tensor" = "The indices of the elements.",
        values as "sparse_values": "Tensor" = "The elements.",
        default_value: "Tensor" = "The value of all other elements.",
    ) with SparseToDenseAttrsNode = "sparse_to_dense" as "relay.op._make.sparse_to_dense"(
            indices, [output_shape], values, default_value
        )
        => |op| op.type_relation("SparseToDense").support_level(3).pattern(Opaque).stateful(false)
            .arbitrary_layout()
            .compute(sparse_to_dense_compute);
}

/// Computes the dense tensor, with the shape of the result's type.
pub(super) fn sparse_to_dense_compute(call: &Computed) -> ComputeResult {
    let (indices, values) = (call.input(0)?, call.input(1)?);
    let default = call.input(2)?.at([])?;
    Ok(vec![topi::sparse_to_dense(indices, &call.shape()?, values, &default)?])
}

/// Sets the result to the shape of the attributes.
#[register_global("tvm.relay.type_relation.SparseToDense")]
fn sparse_to_dense_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SparseToDenseAttrs = attrs_of(attrs)?;
    let [indices, values, default_value, result] = types_of(&types)?;
    let Some(dtype) = expect_sparse(indices, values, default_value)? else { return Ok(NotYet) };
    let shape = extent::of(required("output_shape", &attrs.output_shape)?);
    assign(&reporter, "result", result, TensorType::new(shape, dtype))?;
    Ok(Solved)
}

/// Checks the types of the indices, elements and default element of a sparse tensor. Returns the
/// data type of the elements, or `None` if a type is not known yet. Like TVM, the function does not
/// compare the types with each other.
pub(super) fn expect_sparse(
    indices: &Type,
    values: &Type,
    default_value: &Type,
) -> Result<Option<DataType>, RelationError> {
    let (Some(indices), Some(values), Some(default_value)) = (
        tensor("sparse_indices", indices)?,
        tensor("sparse_values", values)?,
        tensor("default_value", default_value)?,
    ) else {
        return Ok(None);
    };
    expect_int("sparse_indices", indices)?;
    let found = indices.shape.len();
    if found > 3 {
        return Err(RelationError::RankRange { operand: "sparse_indices", expected: "at most 3", found });
    }
    expect_ndim("default_value", default_value, 0)?;
    Ok(Some(values.dtype))
}

/// Sets the result to a tuple of the indices, the elements and the empty rows, of which there can
/// be any number. Like in TVM, the data type of all three is int64.
#[register_global("tvm.relay.type_relation.sparse_fill_empty_rows")]
fn sparse_fill_empty_rows_relation(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [indices, _values, _dense_shape, _default_value, result] = types_of(&types)?;
    let Some(indices) = tensor("sparse_indices", indices)? else { return Ok(NotYet) };
    let Some(ndim) = indices.shape.get(1) else {
        let (operand, found) = ("sparse_indices", indices.shape.len());
        return Err(RelationError::RankRange { operand, expected: "at least 2", found });
    };
    let int = DataType::int(64);
    let vector = || -> Type { TensorType::new([extent::any()], int).upcast() };
    let filled: Type = TensorType::new([extent::any(), ndim.clone()], int).upcast();
    assign(&reporter, "result", result, TupleType::new([filled, vector(), vector()], None))?;
    Ok(Solved)
}

/// Sets the result to a tuple of the converted indices and the new shape.
#[register_global("tvm.relay.type_relation.sparse_reshape")]
fn sparse_reshape_relation(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [indices, prev_shape, new_shape, result] = types_of(&types)?;
    let (Some(indices), Some(before), Some(after)) = (
        tensor("sparse_indices", indices)?,
        tensor("prev_shape", prev_shape)?,
        tensor("new_shape", new_shape)?,
    ) else {
        return Ok(NotYet);
    };
    for (operand, tensor, ndim) in
        [("sparse_indices", indices, 2), ("prev_shape", before, 1), ("new_shape", after, 1)]
    {
        expect_int(operand, tensor)?;
        expect_ndim(operand, tensor, ndim)?;
    }
    let converted = TensorType::new([indices.shape[0].clone(), after.shape[0].clone()], indices.dtype);
    assign(&reporter, "result", result, TupleType::new([converted.upcast(), new_shape.clone()], None))?;
    Ok(Solved)
}
