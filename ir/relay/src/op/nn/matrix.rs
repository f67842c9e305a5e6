//! Matrix products and related operators.

mod layouts;
pub(crate) mod product;
mod sparse;

use crate::attrs::{
    BatchMatmulAttrsNode, BinaryDenseAttrsNode, BitPackAttrsNode, DenseAttrsNode, DensePackAttrsNode,
    MatmulAttrsNode, SparseDenseAttrsNode, SparseTransposeAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Multiplies matrices pairwise.
    pub fn batch_matmul(
        tensor_a: "3D Tensor" = "The left matrices.",
        tensor_b: "3D Tensor" = "The right matrices.",
    ) with BatchMatmulAttrsNode = "nn.batch_matmul" as "relay.op.nn._make.batch_matmul"
        => |op| op.type_relation("BatchMatmul").without_attrs_type();

    /// Packs the bits of low-bit numbers into planes of words.
    pub fn bitpack(
        data: "Tensor" = "The numbers.",
    ) with BitPackAttrsNode = "nn.bitpack" as "relay.op.nn._make.bitpack"
        => |op| op.type_relation("BitPack").support_level(2);

    /// Computes a dense layer using bitwise operations on low-bit numbers.
    pub fn bitserial_dense(
        data: "2D Tensor" = "The input.",
        weight: "2D Tensor" = "The weights.",
    ) with BinaryDenseAttrsNode = "nn.bitserial_dense" as "relay.op.nn._make.bitserial_dense"
        => |op| op.type_relation("BinaryDense").support_level(1);

    /// Computes a dense layer whose weights are split into blocks.
    pub fn contrib_dense_pack(
        data: "2D Tensor" = "The input.",
        weight: "3D Tensor" = "The weights in blocks.",
    ) with DensePackAttrsNode = "nn.contrib_dense_pack" as "relay.op.nn._make.contrib_dense_pack"(
            data, weight, [weight_layout], [units], [out_dtype]
        )
        => |op| op.type_relation("DensePack").declared_attrs::<DenseAttrsNode>()
            .infer_layout(layouts::dense_pack);

    /// Computes a dense layer: the input times the transposed weights.
    pub fn dense(
        data: "nD Tensor" = "The input.",
        weight: "2D Tensor" = "The weights, one row for each unit.",
    ) with DenseAttrsNode = "nn.dense" as "relay.op.nn._make.dense"
        => |op| op.type_relation("Dense").support_level(1)
            .infer_layout(layouts::dense);

    /// Computes `nn.sparse_dense` with weights padded to whole warps of a GPU.
    pub fn sparse_dense_padded(
        data: "nD Tensor" = "The input.",
        weight_data: "1D Tensor" = "The nonzero elements of the weights.",
        weight_indices: "1D Tensor" = "The column of each element.",
        weight_indptr: "1D Tensor" = "The start of each row.",
    ) with SparseDenseAttrsNode
        = "nn.internal.sparse_dense_padded" as "relay.op.nn._make.sparse_dense_padded"(
            data, weight_data, weight_indices, weight_indptr
        )
        => |op| op.type_relation("SparseDense").support_level(1);

    /// Multiplies a tensor by a matrix. Either operand may be transposed.
    pub fn matmul(
        tensor_a: "nD Tensor" = "The left operand.",
        tensor_b: "2D Tensor" = "The right operand.",
    ) with MatmulAttrsNode = "nn.matmul" as "relay.op.nn._make.matmul"
        => |op| op.type_relation("Matmul").support_level(1);

    /// Adds a dense and a sparse matrix.
    pub fn sparse_add(
        dense_data: "2D Tensor" = "The dense matrix.",
        sparse_data: "1D Tensor" = "The nonzero elements of the sparse matrix.",
        sparse_indices: "1D Tensor" = "The column of each element.",
        sparse_indptr: "1D Tensor" = "The start of each row.",
    ) = "nn.sparse_add" as "relay.op.nn._make.sparse_add"
        => |op| op.type_relation("SparseAdd").support_level(1);

    /// Computes a dense layer with sparse weights or sparse input.
    pub fn sparse_dense(
        data as "dense_data": "nD Tensor" = "The dense operand.",
        weight_data as "sparse_data": "1D or 3D Tensor" = "The nonzero elements of the sparse operand.",
        weight_indices as "sparse_indices": "1D Tensor" = "The column of each element or block.",
        weight_indptr as "sparse_indptr": "1D Tensor" = "The start of each row.",
    ) with SparseDenseAttrsNode = "nn.sparse_dense" as "relay.op.nn._make.sparse_dense"
        => |op| op.type_relation("SparseDense").support_level(1);

    /// Transposes a sparse matrix.
    pub fn sparse_transpose(
        sparse_data: "1D Tensor" = "The nonzero elements.",
        sparse_indices: "1D Tensor" = "The column of each element.",
        sparse_indptr: "1D Tensor" = "The start of each row.",
    ) with SparseTransposeAttrsNode = "nn.sparse_transpose" as "relay.op.nn._make.sparse_transpose"
        => |op| op.type_relation("SparseTranspose").support_level(1);
}
