//! Attributes of operators that put tensors together, repeat them or turn them around.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `concatenate` and `qnn.concatenate`.
#[attrs_node("relay.attrs.ConcatenateAttrs")]
pub struct ConcatenateAttrsNode {
    /// The axis along which tensors are joined.
    #[reflect(default = 0)]
    pub axis: i32,
}

/// Attributes of `stack`.
#[attrs_node("relay.attrs.StackAttrs")]
pub struct StackAttrsNode {
    /// Where the new axis goes.
    #[reflect(default = 0.into())]
    pub axis: Integer,
}

/// Attributes of `repeat`.
#[attrs_node("relay.attrs.RepeatAttrs")]
pub struct RepeatAttrsNode {
    /// How often each element is repeated.
    #[reflect(required)]
    pub repeats: Option<Integer>,
    /// The axis along which it is repeated; null for the flattened input.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `tile` and `dyn.tile`.
#[attrs_node("relay.attrs.TileAttrs")]
pub struct TileAttrsNode {
    /// How often the input is repeated along each axis.
    #[reflect(required)]
    pub reps: Option<Array<Integer>>,
}

/// Attributes of `reverse`.
#[attrs_node("relay.attrs.ReverseAttrs")]
pub struct ReverseAttrsNode {
    /// The axis that is reversed.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `reverse_sequence`.
#[attrs_node("relay.attrs.ReverseSequenceAttrs")]
pub struct ReverseSequenceAttrsNode {
    /// The axis that is reversed, up to the length of each sequence.
    #[reflect(default = 1.into())]
    pub seq_axis: Integer,
    /// The axis along which sequences are told apart.
    #[reflect(default = 0.into())]
    pub batch_axis: Integer,
}

/// Attributes of `meshgrid`.
#[attrs_node("relay.attrs.MeshgridAttrs")]
pub struct MeshgridAttrsNode {
    /// The order of the first two axes: `ij` for matrices, `xy` for points.
    #[reflect(default = "ij".into())]
    pub indexing: std::string::String,
}

/// Attributes of `nn.fifo_buffer`, which remembers the last items of a stream.
#[attrs_node("relay.attrs.FIFOBufferAttrs")]
pub struct FIFOBufferAttrsNode {
    /// The axis along which items are queued.
    #[reflect(default = 0)]
    pub axis: i32,
}
