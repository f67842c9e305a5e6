//! Attributes of dense and sparse matrix products.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{Integer, PrimExpr};

use super::integers;

/// Attributes of `nn.dense`, `nn.contrib_dense_pack` and `qnn.dense`.
#[attrs_node("relay.attrs.DenseAttrs")]
pub struct DenseAttrsNode {
    /// The number of units, which is the length of the result's last axis; null to infer it from
    /// the shape of the weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of dense layers with packed weights. The registered constructor of
/// `nn.contrib_dense_pack` uses this type for its calls.
#[attrs_node("relay.attrs.DensePackAttrs")]
pub struct DensePackAttrsNode {
    /// The number of units, which is the length of the result's last axis; null to infer it from
    /// the shape of the weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// The layout of the weight, such as `NC` or `NC8n`.
    #[reflect(default = "NC".into())]
    pub weight_layout: String,
}

/// Attributes of `nn.matmul`.
#[attrs_node("relay.attrs.MatmulAttrs")]
pub struct MatmulAttrsNode {
    /// The number of units, which is the length of the result's last axis; null to infer it from
    /// the shape of the weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// The data type of the result; void for the data type of the input.
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
#[attrs_node("relay.attrs.BatchMatmulAttrs")]
pub struct BatchMatmulAttrsNode {
    /// The data type of the result; void for the data type of the input.
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
#[attrs_node("relay.attrs.SparseDenseAttrs")]
pub struct SparseDenseAttrsNode {
    /// Whether the left matrix is the sparse one.
    #[reflect(default = false)]
    pub sparse_lhs: bool,
}

/// Attributes of `nn.sparse_transpose`. The node has no fields.
#[attrs_node("relay.attrs.SparseTransposeAttrs")]
pub struct SparseTransposeAttrsNode {}

/// Attributes of `nn.sparse_conv2d`.
#[attrs_node("relay.attrs.SparseConv2DAttrs")]
pub struct SparseConv2DAttrsNode {
    /// The layout of the input: `NHWC` or `NCHW`.
    #[reflect(default = "NHWC".into())]
    pub layout: std::string::String,
    /// The height and width of the kernel.
    #[reflect(default = integers([1, 1]))]
    pub kernel_size: Array<PrimExpr>,
}

/// Attributes of `sparse_to_dense`.
#[attrs_node("relay.attrs.SparseToDenseAttrs")]
pub struct SparseToDenseAttrsNode {
    /// The shape of the result.
    #[reflect(required)]
    pub output_shape: Option<Array<Integer>>,
}
