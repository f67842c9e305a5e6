//! Attributes of operators that make tensors.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::{Integer, RelayExpr};

/// Attributes of `full`, `ones`, `zeros` and `broadcast_to`, and of `dyn.full`, `dyn.ones`, `dyn.zeros` and
/// `dyn.broadcast_to`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.InitOpAttrs", is_final, new)]
pub struct InitOpAttrsNode {
    base: AttrsNode,
    /// The shape of the result; null if it is an input.
    #[reflect(required)]
    pub shape: Option<Array<Integer>>,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `arange`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ArangeAttrs", is_final, new)]
pub struct ArangeAttrsNode {
    base: AttrsNode,
    /// The first number.
    #[reflect(required)]
    pub start: Option<RelayExpr>,
    /// The number before which it ends.
    #[reflect(required)]
    pub stop: Option<RelayExpr>,
    /// The distance between numbers.
    #[reflect(required)]
    pub step: Option<RelayExpr>,
    /// The data type of the numbers.
    pub dtype: DataType,
}

/// Attributes of `one_hot` and `dyn.one_hot`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.OneHotAttrs", is_final, new)]
pub struct OneHotAttrsNode {
    base: AttrsNode,
    /// How long the new axis is.
    #[reflect(default = 1)]
    pub depth: i32,
    /// Where the new axis goes; -1 for the end.
    #[reflect(default = -1)]
    pub axis: i32,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `random.uniform`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.UniformAttrs", is_final, new)]
pub struct UniformAttrsNode {
    base: AttrsNode,
    /// The shape of the result.
    #[reflect(required)]
    pub out_shape: Option<Array<Integer>>,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `random.threefry_generate`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ThreefryGenerateAttrs", is_final, new)]
pub struct ThreefryGenerateAttrsNode {
    base: AttrsNode,
    /// The shape of the result.
    #[reflect(required)]
    pub out_shape: Option<Array<Integer>>,
}
