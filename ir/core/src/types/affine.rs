//! Types of quantized tensors: the affine maps from quantized values to real values.

use objet::prelude::*;

use super::type_repr;
use crate::expr::RelayExpr;

/// The base of affine types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "AffineType")]
#[reflect(is_abstract, fields())]
pub struct AffineTypeNode {
    base: Object,
}

impl AffineTypeNode {
    fn new() -> Self {
        Self { base: Object::new() }
    }
}

/// The affine map of one tensor: a quantized value `q` represents `scale * (q - zero_point)`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TensorAffineType", new)]
#[reflect(graph_node, repr = type_repr::show_tensor_affine_type)]
pub struct TensorAffineTypeNode {
    base: AffineTypeNode,
    /// The scale factor.
    pub scale: RelayExpr,
    /// The quantized value that represents zero.
    pub zero_point: RelayExpr,
    /// The data type of the quantized elements.
    pub dtype: DataType,
    /// The axis of `scale` and `zero_point`, if they are not scalars.
    pub axis: i32,
}

/// The affine maps of the fields of a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TupleAffineType", new)]
#[reflect(graph_node, repr = type_repr::show_tuple_affine_type)]
pub struct TupleAffineTypeNode {
    base: AffineTypeNode,
    /// The affine maps of the fields.
    pub types: Array<TensorAffineType>,
}
