//! Attributes of operators that create tensors.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{Integer, RelayExpr};

/// Attributes of `full`, `ones`, `zeros` and `broadcast_to`, and of `dyn.full`, `dyn.ones`,
/// `dyn.zeros` and `dyn.broadcast_to`.
#[attrs_node("relay.attrs.InitOpAttrs")]
pub struct InitOpAttrsNode {
    /// The shape of the result; null if the shape is an input.
    #[reflect(required)]
    pub shape: Option<Array<Integer>>,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `arange`.
#[attrs_node("relay.attrs.ArangeAttrs")]
pub struct ArangeAttrsNode {
    /// The first number.
    #[reflect(required)]
    pub start: Option<RelayExpr>,
    /// The end of the range, which is excluded.
    #[reflect(required)]
    pub stop: Option<RelayExpr>,
    /// The distance between numbers.
    #[reflect(required)]
    pub step: Option<RelayExpr>,
    /// The data type of the numbers.
    pub dtype: DataType,
}

/// Attributes of `one_hot` and `dyn.one_hot`.
#[attrs_node("relay.attrs.OneHotAttrs")]
pub struct OneHotAttrsNode {
    /// The length of the new axis.
    #[reflect(default = 1)]
    pub depth: i32,
    /// The position of the new axis; -1 for the end.
    #[reflect(default = -1)]
    pub axis: i32,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `random.uniform`.
#[attrs_node("relay.attrs.UniformAttrs")]
pub struct UniformAttrsNode {
    /// The shape of the result.
    #[reflect(required)]
    pub out_shape: Option<Array<Integer>>,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `random.threefry_generate`.
#[attrs_node("relay.attrs.ThreefryGenerateAttrs")]
pub struct ThreefryGenerateAttrsNode {
    /// The shape of the result.
    #[reflect(required)]
    pub out_shape: Option<Array<Integer>>,
}
