//! Products of matrices, and what goes with them.

use objet_ir::register_op;

use crate::attrs::{
    BatchMatmulAttrsNode, BinaryDenseAttrsNode, BitPackAttrsNode, DenseAttrsNode, MatmulAttrsNode,
    SparseDenseAttrsNode, SparseTransposeAttrsNode,
};

register_op! { "nn.batch_matmul"
    .describe("The products of matrices, pair by pair.")
    .argument("tensor_a", "3D Tensor", "The left matrices.")
    .argument("tensor_b", "3D Tensor", "The right matrices.")
    .type_relation("BatchMatmul")
}

register_op! { "nn.bitpack"
    .describe("Packs the bits of few-bit numbers into planes of words.")
    .argument("data", "Tensor", "The numbers.")
    .attrs::<BitPackAttrsNode>()
    .type_relation("BitPack").support_level(2)
}

register_op! { "nn.bitserial_dense"
    .describe("A dense layer by operations on the bits of few-bit numbers.")
    .argument("data", "2D Tensor", "The input.")
    .argument("weight", "2D Tensor", "The weights.")
    .attrs::<BinaryDenseAttrsNode>()
    .type_relation("BinaryDense").support_level(1)
}

register_op! { "nn.contrib_dense_pack"
    .describe("A dense layer whose weights are split into blocks.")
    .argument("data", "2D Tensor", "The input.")
    .argument("weight", "3D Tensor", "The weights, in blocks.")
    .attrs::<DenseAttrsNode>()
    .type_relation("DensePack")
}

register_op! { "nn.dense"
    .describe("A dense layer: the input times the transposed weights.")
    .argument("data", "nD Tensor", "The input.")
    .argument("weight", "2D Tensor", "The weights, one row for each unit.")
    .attrs::<DenseAttrsNode>()
    .type_relation("Dense").support_level(1)
}

register_op! { "nn.internal.sparse_dense_padded"
    .describe("`nn.sparse_dense` with weights padded to whole warps of a GPU.")
    .argument("data", "nD Tensor", "The input.")
    .argument("weight_data", "1D Tensor", "The elements of the weights.")
    .argument("weight_indices", "1D Tensor", "The column of each element.")
    .argument("weight_indptr", "1D Tensor", "Where each row begins.")
    .attrs::<SparseDenseAttrsNode>()
    .type_relation("SparseDense").support_level(1)
}

register_op! { "nn.matmul"
    .describe("The product of a tensor and a matrix, either of which may be transposed.")
    .argument("tensor_a", "nD Tensor", "The left operand.")
    .argument("tensor_b", "2D Tensor", "The right operand.")
    .attrs::<MatmulAttrsNode>()
    .type_relation("Matmul").support_level(1)
}

register_op! { "nn.sparse_add"
    .describe("The sum of a dense matrix and a sparse one.")
    .argument("dense_data", "2D Tensor", "The dense matrix.")
    .argument("sparse_data", "1D Tensor", "The elements of the sparse one.")
    .argument("sparse_indices", "1D Tensor", "The column of each element.")
    .argument("sparse_indptr", "1D Tensor", "Where each row begins.")
    .type_relation("SparseAdd").support_level(1)
}

register_op! { "nn.sparse_dense"
    .describe("A dense layer whose weights or whose input are sparse.")
    .argument("dense_data", "nD Tensor", "The dense operand.")
    .argument("sparse_data", "1D or 3D Tensor", "The elements of the sparse one.")
    .argument("sparse_indices", "1D Tensor", "The column of each element or block.")
    .argument("sparse_indptr", "1D Tensor", "Where each row begins.")
    .attrs::<SparseDenseAttrsNode>()
    .type_relation("SparseDense").support_level(1)
}

register_op! { "nn.sparse_transpose"
    .describe("The transposed of a sparse matrix.")
    .argument("sparse_data", "1D Tensor", "The elements.")
    .argument("sparse_indices", "1D Tensor", "The column of each element.")
    .argument("sparse_indptr", "1D Tensor", "Where each row begins.")
    .attrs::<SparseTransposeAttrsNode>()
    .type_relation("SparseTranspose").support_level(1)
}

makers! {
    /// The products of matrices, pair by pair.
    pub fn batch_matmul(tensor_a, tensor_b; BatchMatmulAttrsNode) = "nn.batch_matmul";
    /// A dense layer: the input times the transposed weights.
    pub fn dense(data, weight; DenseAttrsNode) = "nn.dense";
}

global_makers! {
    "relay.op.nn._make.batch_matmul" = "nn.batch_matmul"(
        tensor_a, tensor_b, [out_dtype], [transpose_a], [transpose_b]
    ): BatchMatmulAttrsNode;
    "relay.op.nn._make.bitpack" = "nn.bitpack"(
        data, [bits], [pack_axis], [bit_axis], [pack_type], [name]
    ): BitPackAttrsNode;
    "relay.op.nn._make.bitserial_dense" = "nn.bitserial_dense"(
        data, weight, [units], [data_bits], [weight_bits], [pack_dtype], [out_dtype], [unipolar]
    ): BinaryDenseAttrsNode;
    "relay.op.nn._make.contrib_dense_pack" = "nn.contrib_dense_pack"(
        data, weight, [weight_layout], [units], [out_dtype]
    ): DensePackAttrsNode;
    "relay.op.nn._make.dense" = "nn.dense"(data, weight, [units], [out_dtype]): DenseAttrsNode;
    "relay.op.nn._make.matmul" = "nn.matmul"(
        tensor_a, tensor_b, [units], [out_dtype], [transpose_a], [transpose_b]
    ): MatmulAttrsNode;
    "relay.op.nn._make.sparse_add" = "nn.sparse_add"(dense_data, sparse_data, sparse_indices, sparse_indptr);
    "relay.op.nn._make.sparse_dense" = "nn.sparse_dense"(
        data, weight_data, weight_indices, weight_indptr, [sparse_lhs]
    ): SparseDenseAttrsNode;
    "relay.op.nn._make.sparse_dense_padded" = "nn.internal.sparse_dense_padded"(
        data, weight_data, weight_indices, weight_indptr
    ): SparseDenseAttrsNode;
    "relay.op.nn._make.sparse_transpose" = "nn.sparse_transpose"(
        sparse_data, sparse_indices, sparse_indptr
    ): SparseTransposeAttrsNode;
}
