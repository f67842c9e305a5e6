//! Attributes of operators that change or query the shape of a tensor.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `reshape`, `contrib_reverse_reshape` and `dyn.reshape`.
#[attrs_node("relay.attrs.ReshapeAttrs")]
pub struct ReshapeAttrsNode {
    /// The shape of the result. 0 copies a dimension, -1 infers one, -2 copies the remaining
    /// dimensions, -3 merges two, and -4 splits one into the next two.
    #[reflect(required)]
    pub newshape: Option<Array<Integer>>,
}

/// Attributes of `reshape_like`.
#[attrs_node("relay.attrs.ReshapeLikeAttrs")]
pub struct ReshapeLikeAttrsNode {
    /// The first axis of the input to reshape.
    #[reflect(default = 0)]
    pub lhs_begin: i32,
    /// The end (excluded) of the reshaped axes of the input; null for all remaining axes.
    #[reflect(default = None)]
    pub lhs_end: Option<Integer>,
    /// The first axis of the other tensor to copy dimensions from.
    #[reflect(default = 0)]
    pub rhs_begin: i32,
    /// The end (excluded) of the copied axes of the other tensor; null for all remaining axes.
    #[reflect(default = None)]
    pub rhs_end: Option<Integer>,
}

/// Attributes of `expand_dims`.
#[attrs_node("relay.attrs.ExpandDimsAttrs")]
pub struct ExpandDimsAttrsNode {
    /// The position of the new axes.
    pub axis: i32,
    /// The number of axes to insert.
    #[reflect(default = 1, lower_bound = 0)]
    pub num_newaxis: i32,
}

/// Attributes of `dyn.expand_dims`, whose axis is an input.
#[attrs_node("relay.attrs.DynExpandDimsAttrs")]
pub struct DynExpandDimsAttrsNode {
    /// The number of axes to insert.
    #[reflect(default = 1, lower_bound = 0)]
    pub num_newaxis: i32,
}

/// Attributes of `squeeze` and `dyn.squeeze`.
#[attrs_node("relay.attrs.SqueezeAttrs")]
pub struct SqueezeAttrsNode {
    /// The axes of length 1 to remove; null for all of them.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
}

/// Attributes of `transpose`.
#[attrs_node("relay.attrs.TransposeAttrs")]
pub struct TransposeAttrsNode {
    /// The permutation: the input axis of each result axis; null to reverse the axes.
    #[reflect(required)]
    pub axes: Option<Array<Integer>>,
}

/// Attributes of `layout_transform`.
#[attrs_node("relay.attrs.LayoutTransformAttrs")]
pub struct LayoutTransformAttrsNode {
    /// The layout of the input, such as `NCHW`.
    pub src_layout: std::string::String,
    /// The layout of the result, such as `NCHW16c`.
    pub dst_layout: std::string::String,
}

/// Attributes of `auto_scheduler_layout_transform`.
#[attrs_node("relay.attrs.AutoSchedulerLayoutTransformAttrs")]
pub struct AutoSchedulerLayoutTransformAttrsNode {
    /// The layout of the input, in the notation of the auto-scheduler.
    pub src_layout: std::string::String,
    /// The layout of the result, in the notation of the auto-scheduler.
    pub dst_layout: std::string::String,
}

/// Attributes of `shape_of` and `vm.shape_of`.
#[attrs_node("relay.attrs.ShapeOfAttrs")]
pub struct ShapeOfAttrsNode {
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `ndarray_size`.
#[attrs_node("relay.attrs.NdarraySizeAttrs")]
pub struct NdarraySizeAttrsNode {
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}
