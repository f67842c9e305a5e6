//! Attributes of quantization.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;

/// Attributes of `qnn.quantize`.
#[attrs_node("relay.attrs.QuantizeAttrs")]
pub struct QuantizeAttrsNode {
    /// The data type of the result.
    pub out_dtype: DataType,
    /// The channel axis, for per-channel scales; -1 for the last axis.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `qnn.dequantize` and `qnn.simulated_dequantize`.
#[attrs_node("relay.attrs.DequantizeAttrs")]
pub struct DequantizeAttrsNode {
    /// The channel axis, for per-channel scales; -1 for the last axis.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `qnn.requantize`.
#[attrs_node("relay.attrs.RequantizeAttrs")]
pub struct RequantizeAttrsNode {
    /// The channel axis, for per-channel scales; -1 for the last axis.
    #[reflect(default = -1)]
    pub axis: i32,
    /// The rounding of halfway values: `UPWARD`, or `TONEAREST` for away from zero.
    #[reflect(default = "UPWARD".into())]
    pub rounding: std::string::String,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
}

/// Attributes of `qnn.simulated_quantize`.
///
/// The operator `relay.op.annotation.simulated_quantize` also names this key for its attributes.
/// TVM has two classes with this key and registers this one.
#[attrs_node("relay.attrs.SimulatedQuantizeAttrs")]
pub struct SimulatedQuantizeAttrsNode {
    /// The channel axis, for per-channel scales; -1 for the last axis.
    #[reflect(default = -1)]
    pub axis: i32,
}
