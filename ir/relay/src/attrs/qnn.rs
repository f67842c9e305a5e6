//! Attributes of quantization.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};

/// Attributes of `qnn.quantize`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.QuantizeAttrs", is_final, new)]
pub struct QuantizeAttrsNode {
    base: AttrsNode,
    /// The data type of the result.
    pub out_dtype: DataType,
    /// The axis of the channels, for scales by channel; -1 for the last.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `qnn.dequantize` and `qnn.simulated_dequantize`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.DequantizeAttrs", is_final, new)]
pub struct DequantizeAttrsNode {
    base: AttrsNode,
    /// The axis of the channels, for scales by channel; -1 for the last.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `qnn.requantize`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.RequantizeAttrs", is_final, new)]
pub struct RequantizeAttrsNode {
    base: AttrsNode,
    /// The axis of the channels, for scales by channel; -1 for the last.
    #[reflect(default = -1)]
    pub axis: i32,
    /// How halves are rounded: `UPWARD` or `TONEAREST`, away from zero.
    #[reflect(default = "UPWARD".into())]
    pub rounding: std::string::String,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `qnn.simulated_quantize`.
///
/// The operator `relay.op.annotation.simulated_quantize` names this key for its attributes too: TVM has two classes of
/// the key, of which this one is registered.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SimulatedQuantizeAttrs", is_final, new)]
pub struct SimulatedQuantizeAttrsNode {
    base: AttrsNode,
    /// The axis of the channels, for scales by channel; -1 for the last.
    #[reflect(default = -1)]
    pub axis: i32,
}
