//! Operators on sparse tensors.

use objet_ir::op::OpPatternKind::{Injective, Opaque};

use crate::attrs::SparseToDenseAttrsNode;
use crate::operators;

operators! {
    /// Gives each row of a sparse matrix without an element one.
    pub fn sparse_fill_empty_rows(
        sparse_indices: "Tensor" = "The places of the elements.",
        sparse_values: "Tensor" = "The elements.",
        dense_shape: "Tensor" = "The shape of the matrix.",
        default_value: "Tensor" = "The element for rows without one.",
    ) = "sparse_fill_empty_rows" as "relay.op._make.sparse_fill_empty_rows"
        => |op| op.type_relation("sparse_fill_empty_rows").support_level(3).pattern(Opaque);

    /// The places of the elements of a sparse tensor, in another shape.
    pub fn sparse_reshape(
        sparse_indices: "Tensor" = "The places of the elements.",
        prev_shape: "Tensor" = "The shape as it is.",
        new_shape: "Tensor" = "The shape to be.",
    ) = "sparse_reshape" as "relay.op._make.sparse_reshape"
        => |op| op.type_relation("sparse_reshape").support_level(3).pattern(Injective);

    /// A tensor of all its elements, from a sparse one.
    pub fn sparse_to_dense(
        indices as "sparse_indices": "Tensor" = "The places of the elements.",
        values as "sparse_values": "Tensor" = "The elements.",
        default_value: "Tensor" = "The value of all others.",
    ) with SparseToDenseAttrsNode = "sparse_to_dense" as "relay.op._make.sparse_to_dense"(
            indices, [output_shape], values, default_value
        )
        => |op| op.type_relation("SparseToDense").support_level(3).pattern(Opaque).stateful(false);
}
