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

/// The affine map of one tensor: a number `q` stands for `scale * (q - zero_point)`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TensorAffineType")]
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
#[object(key = "TupleAffineType")]
#[reflect(graph_node, repr = repr::show_tuple_affine_type)]
pub struct TupleAffineTypeNode {
    base: AffineTypeNode,
    /// The type of each field.
    pub types: Array<TensorAffineType>,
}

impl TensorAffineType {
    /// The type of a tensor quantized with that scale and zero point.
    pub fn new(
        scale: impl Into<RelayExpr>,
        zero_point: impl Into<RelayExpr>,
        dtype: DataType,
        axis: i32,
    ) -> Self {
        let base = AffineTypeNode { base: Object::new() };
        let (scale, zero_point) = (scale.into(), zero_point.into());
        make_object(TensorAffineTypeNode { base, scale, zero_point, dtype, axis }).into()
    }
}

impl TupleAffineType {
    /// The type of a tuple of quantized tensors.
    pub fn new(types: impl Into<Array<TensorAffineType>>) -> Self {
        let base = AffineTypeNode { base: Object::new() };
        make_object(TupleAffineTypeNode { base, types: types.into() }).into()
    }
}
