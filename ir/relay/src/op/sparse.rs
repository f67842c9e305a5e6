//! Operators on sparse tensors.

use objet_ir::op::OpPatternKind::{Injective, Opaque};

use crate::attrs::SparseToDenseAttrsNode;
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
        => |op| op.type_relation("SparseToDense").support_level(3).pattern(Opaque).stateful(false);
}
