//! Attributes of element-wise operators and of `einsum`.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;

/// Attributes of `cast` and `reinterpret`.
#[attrs_node("relay.attrs.CastAttrs")]
pub struct CastAttrsNode {
    /// The data type of the result.
    pub dtype: DataType,
}

/// Attributes of `clip`.
#[attrs_node("relay.attrs.ClipAttrs")]
pub struct ClipAttrsNode {
    /// The minimum of the result.
    pub a_min: f64,
    /// The maximum of the result.
    pub a_max: f64,
}

/// Attributes of `fixed_point_multiply`.
#[attrs_node("relay.attrs.FixedPointMultiplyAttrs")]
pub struct FixedPointMultiplyAttrsNode {
    /// The factor, as a fixed-point number with 31 fractional bits.
    pub multiplier: i32,
    /// The number of bits to shift the product to the left; negative to shift to the right.
    pub shift: i32,
}

/// Attributes of `einsum`.
#[attrs_node("relay.attrs.EinsumAttrs")]
pub struct EinsumAttrsNode {
    /// The subscripts of the inputs and of the result, such as `ij,jk->ik`.
    pub equation: String,
}
