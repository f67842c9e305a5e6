//! Attributes of operators that join, repeat or reverse tensors.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `concatenate` and `qnn.concatenate`.
#[attrs_node("relay.attrs.ConcatenateAttrs")]
pub struct ConcatenateAttrsNode {
    /// The axis to join the tensors along.
    #[reflect(default = 0)]
    pub axis: i32,
}

/// Attributes of `stack`.
#[attrs_node("relay.attrs.StackAttrs")]
pub struct StackAttrsNode {
    /// The position of the new axis.
    #[reflect(default = 0.into())]
    pub axis: Integer,
}

/// Attributes of `repeat`.
#[attrs_node("relay.attrs.RepeatAttrs")]
pub struct RepeatAttrsNode {
    /// The number of repetitions of each element.
    #[reflect(required)]
    pub repeats: Option<Integer>,
    /// The axis to repeat along; null for the flattened input.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `tile` and `dyn.tile`.
#[attrs_node("relay.attrs.TileAttrs")]
pub struct TileAttrsNode {
    /// The number of repetitions of the input along each axis.
    #[reflect(required)]
    pub reps: Option<Array<Integer>>,
}

/// Attributes of `reverse`.
#[attrs_node("relay.attrs.ReverseAttrs")]
pub struct ReverseAttrsNode {
    /// The axis to reverse.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `reverse_sequence`.
#[attrs_node("relay.attrs.ReverseSequenceAttrs")]
pub struct ReverseSequenceAttrsNode {
    /// The axis to reverse, up to the length of each sequence.
    #[reflect(default = 1.into())]
    pub seq_axis: Integer,
    /// The axis that separates the sequences.
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

/// Attributes of `nn.fifo_buffer`, which keeps the last items of a stream.
#[attrs_node("relay.attrs.FIFOBufferAttrs")]
pub struct FIFOBufferAttrsNode {
    /// The axis of the queue.
    #[reflect(default = 0)]
    pub axis: i32,
}
