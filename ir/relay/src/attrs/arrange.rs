//! Attributes of operators that put tensors together, repeat them or turn them around.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::Integer;

/// Attributes of `concatenate` and `qnn.concatenate`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ConcatenateAttrs", is_final, new)]
pub struct ConcatenateAttrsNode {
    base: AttrsNode,
    /// The axis along which tensors are joined.
    #[reflect(default = 0)]
    pub axis: i32,
}

/// Attributes of `stack`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.StackAttrs", is_final, new)]
pub struct StackAttrsNode {
    base: AttrsNode,
    /// Where the new axis goes.
    #[reflect(default = 0.into())]
    pub axis: Integer,
}

/// Attributes of `repeat`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.RepeatAttrs", is_final, new)]
pub struct RepeatAttrsNode {
    base: AttrsNode,
    /// How often each element is repeated.
    #[reflect(required)]
    pub repeats: Option<Integer>,
    /// The axis along which it is repeated; null for the flattened input.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `tile` and `dyn.tile`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.TileAttrs", is_final, new)]
pub struct TileAttrsNode {
    base: AttrsNode,
    /// How often the input is repeated along each axis.
    #[reflect(required)]
    pub reps: Option<Array<Integer>>,
}

/// Attributes of `reverse`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ReverseAttrs", is_final, new)]
pub struct ReverseAttrsNode {
    base: AttrsNode,
    /// The axis that is reversed.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `reverse_sequence`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ReverseSequenceAttrs", is_final, new)]
pub struct ReverseSequenceAttrsNode {
    base: AttrsNode,
    /// The axis that is reversed, up to the length of each sequence.
    #[reflect(default = 1.into())]
    pub seq_axis: Integer,
    /// The axis along which sequences are told apart.
    #[reflect(default = 0.into())]
    pub batch_axis: Integer,
}

/// Attributes of `meshgrid`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.MeshgridAttrs", is_final, new)]
pub struct MeshgridAttrsNode {
    base: AttrsNode,
    /// The order of the first two axes: `ij` for matrices, `xy` for points.
    #[reflect(default = "ij".into())]
    pub indexing: std::string::String,
}

/// Attributes of `nn.fifo_buffer`, which remembers the last items of a stream.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.FIFOBufferAttrs", is_final, new)]
pub struct FIFOBufferAttrsNode {
    base: AttrsNode,
    /// The axis along which items are queued.
    #[reflect(default = 0)]
    pub axis: i32,
}
