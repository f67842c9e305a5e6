//! Attributes of products of matrices, dense and sparse.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::{Integer, PrimExpr};

use crate::attrs::array::integers;

/// Attributes of `nn.dense`, `nn.contrib_dense_pack` and `qnn.dense`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.DenseAttrs", is_final, new)]
pub struct DenseAttrsNode {
    base: AttrsNode,
    /// How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
    /// weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of dense layers whose weights are packed: what the maker function of `nn.contrib_dense_pack` gives its
/// calls.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.DensePackAttrs", is_final, new)]
pub struct DensePackAttrsNode {
    base: AttrsNode,
    /// How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
    /// weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// The layout of the weight, such as `NC` or `NC8n`.
    #[reflect(default = "NC".into())]
    pub weight_layout: String,
}

/// Attributes of `nn.matmul`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.MatmulAttrs", is_final, new)]
pub struct MatmulAttrsNode {
    base: AttrsNode,
    /// How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
    /// weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// Whether the first input is transposed.
    #[reflect(default = false)]
    pub transpose_a: bool,
    /// Whether the second input is transposed.
    #[reflect(default = false)]
    pub transpose_b: bool,
}

/// Attributes of `nn.batch_matmul` and `qnn.batch_matmul`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.BatchMatmulAttrs", is_final, new)]
pub struct BatchMatmulAttrsNode {
    base: AttrsNode,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// Whether the first input is transposed.
    #[reflect(default = false)]
    pub transpose_a: bool,
    /// Whether the second input is transposed.
    #[reflect(default = false)]
    pub transpose_b: bool,
}

/// Attributes of `nn.sparse_dense` and `nn.internal.sparse_dense_padded`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SparseDenseAttrs", is_final, new)]
pub struct SparseDenseAttrsNode {
    base: AttrsNode,
    /// Whether the sparse matrix is the one on the left.
    #[reflect(default = false)]
    pub sparse_lhs: bool,
}

/// Attributes of `nn.sparse_transpose`: none, but a type of their own.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SparseTransposeAttrs", is_final, new)]
pub struct SparseTransposeAttrsNode {
    base: AttrsNode,
}

/// Attributes of `nn.sparse_conv2d`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SparseConv2DAttrs", is_final, new)]
pub struct SparseConv2DAttrsNode {
    base: AttrsNode,
    /// The layout of the input: `NHWC` or `NCHW`.
    #[reflect(default = "NHWC".into())]
    pub layout: std::string::String,
    /// The height and the width of the kernel.
    #[reflect(default = integers([1, 1]))]
    pub kernel_size: Array<PrimExpr>,
}

/// Attributes of `sparse_to_dense`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SparseToDenseAttrs", is_final, new)]
pub struct SparseToDenseAttrsNode {
    base: AttrsNode,
    /// The shape of the result.
    #[reflect(required)]
    pub output_shape: Option<Array<Integer>>,
}
