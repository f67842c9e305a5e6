//! Attributes of operators on one element at a time, and of sums of products.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};

/// Attributes of `cast` and `reinterpret`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.CastAttrs", is_final, new)]
pub struct CastAttrsNode {
    base: AttrsNode,
    /// The data type of the result.
    pub dtype: DataType,
}

/// Attributes of `clip`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ClipAttrs", is_final, new)]
pub struct ClipAttrsNode {
    base: AttrsNode,
    /// The least value of the result.
    pub a_min: f64,
    /// The greatest value of the result.
    pub a_max: f64,
}

/// Attributes of `fixed_point_multiply`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.FixedPointMultiplyAttrs", is_final, new)]
pub struct FixedPointMultiplyAttrsNode {
    base: AttrsNode,
    /// The factor, as a fixed-point number with 31 fractional bits.
    pub multiplier: i32,
    /// By how many bits the product is shifted to the left; to the right if negative.
    pub shift: i32,
}

/// Attributes of `einsum`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.EinsumAttrs", is_final, new)]
pub struct EinsumAttrsNode {
    base: AttrsNode,
    /// The subscripts of the inputs and of the result, such as `ij,jk->ik`.
    pub equation: String,
}
