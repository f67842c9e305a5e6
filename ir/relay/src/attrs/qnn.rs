//! Attributes of quantization.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;

/// Attributes of `qnn.quantize`.
#[attrs_node("relay.attrs.QuantizeAttrs")]
pub struct QuantizeAttrsNode {
    /// The data type of the result.
    pub out_dtype: DataType,
    /// The axis of the channels, for scales by channel; -1 for the last.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `qnn.dequantize` and `qnn.simulated_dequantize`.
#[attrs_node("relay.attrs.DequantizeAttrs")]
pub struct DequantizeAttrsNode {
    /// The axis of the channels, for scales by channel; -1 for the last.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `qnn.requantize`.
#[attrs_node("relay.attrs.RequantizeAttrs")]
pub struct RequantizeAttrsNode {
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
#[attrs_node("relay.attrs.SimulatedQuantizeAttrs")]
pub struct SimulatedQuantizeAttrsNode {
    /// The axis of the channels, for scales by channel; -1 for the last.
    #[reflect(default = -1)]
    pub axis: i32,
}
