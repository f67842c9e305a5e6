//! Operators on sparse tensors.

use objet_ir::op::OpPatternKind::{Injective, Opaque};
use objet_ir::register_op;

use crate::attrs::SparseToDenseAttrsNode;

register_op! { "sparse_fill_empty_rows"
    .describe("Gives each row of a sparse matrix without an element one.")
    .argument("sparse_indices", "Tensor", "The places of the elements.")
    .argument("sparse_values", "Tensor", "The elements.")
    .argument("dense_shape", "Tensor", "The shape of the matrix.")
    .argument("default_value", "Tensor", "The element for rows without one.")
    .type_relation("sparse_fill_empty_rows").support_level(3).pattern(Opaque)
}

register_op! { "sparse_reshape"
    .describe("The places of the elements of a sparse tensor, in another shape.")
    .argument("sparse_indices", "Tensor", "The places of the elements.")
    .argument("prev_shape", "Tensor", "The shape as it is.")
    .argument("new_shape", "Tensor", "The shape to be.")
    .type_relation("sparse_reshape").support_level(3).pattern(Injective)
}

register_op! { "sparse_to_dense"
    .describe("A tensor of all its elements, from a sparse one.")
    .argument("sparse_indices", "Tensor", "The places of the elements.")
    .argument("sparse_values", "Tensor", "The elements.")
    .argument("default_value", "Tensor", "The value of all others.")
    .attrs::<SparseToDenseAttrsNode>()
    .type_relation("SparseToDense").support_level(3).pattern(Opaque).stateful(false)
}

global_makers! {
    "relay.op._make.sparse_fill_empty_rows" = "sparse_fill_empty_rows"(
        sparse_indices, sparse_values, dense_shape, default_value
    );
    "relay.op._make.sparse_reshape" = "sparse_reshape"(sparse_indices, prev_shape, new_shape);
    "relay.op._make.sparse_to_dense" = "sparse_to_dense"(
        indices, [output_shape], values, default_value
    ): SparseToDenseAttrsNode;
}
