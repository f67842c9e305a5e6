//! The types of quantized tensors: what affine map takes their numbers to real ones.

use objet::prelude::*;

use super::repr;
use crate::expr::RelayExpr;

/// Base of affine types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "AffineType")]
#[reflect(fields())]
pub struct AffineTypeNode {
    base: Object,
}

impl AffineTypeNode {
    fn new() -> Self {
        Self { base: Object::new() }
    }
}

/// The affine map of one tensor: a number `q` stands for `scale * (q - zero_point)`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TensorAffineType", new)]
#[reflect(graph_node, repr = repr::show_tensor_affine_type)]
pub struct TensorAffineTypeNode {
    base: AffineTypeNode,
    /// The factor.
    pub scale: RelayExpr,
    /// What stands for zero.
    pub zero_point: RelayExpr,
    /// The type of the quantized elements.
    pub dtype: DataType,
    /// The axis along which scale and zero point go, if they are not scalars.
    pub axis: i32,
}

/// The affine maps of the fields of a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TupleAffineType", new)]
#[reflect(graph_node, repr = repr::show_tuple_affine_type)]
pub struct TupleAffineTypeNode {
    base: AffineTypeNode,
    /// The type of each field.
    pub types: Array<TensorAffineType>,
}
