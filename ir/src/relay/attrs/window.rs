//! Attributes of operators that compare or remember what passes by.

use objet::String;
use objet::prelude::*;

use crate::attrs::{Attrs, AttrsNode};
use crate::expr::PrimExpr;
use crate::relay::attrs::array::integers;

/// Attributes of `nn.correlation`, which compares the patches of two feature maps.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.CorrelationAttrs", is_final)]
#[reflect(new)]
pub struct CorrelationAttrsNode {
    base: AttrsNode,
    /// The height and the width of the patches.
    #[reflect(default = 1)]
    pub kernel_size: i32,
    /// How far apart the compared patches are at most, along an axis.
    #[reflect(default = 1)]
    pub max_displacement: i32,
    /// How far the patches of the first input are from one another.
    #[reflect(default = 1)]
    pub stride1: i32,
    /// How far the patches of the second input are from one another.
    #[reflect(default = 1)]
    pub stride2: i32,
    /// How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
    /// and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// Whether elements are multiplied instead of subtracted.
    #[reflect(default = true)]
    pub is_multiply: bool,
    /// The layout of the inputs, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub layout: String,
}

/// Attributes of `nn.fifo_buffer`, which remembers the last items of a stream.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.FIFOBufferAttrs", is_final)]
#[reflect(new)]
pub struct FIFOBufferAttrsNode {
    base: AttrsNode,
    /// The axis along which items are queued.
    #[reflect(default = 0)]
    pub axis: i32,
}
