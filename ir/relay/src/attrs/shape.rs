//! Attributes of operators that change the shape of a tensor, and of those that tell it.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `reshape`, `contrib_reverse_reshape` and `dyn.reshape`.
#[attrs_node("relay.attrs.ReshapeAttrs")]
pub struct ReshapeAttrsNode {
    /// The shape of the result, where 0 copies a dimension, -1 infers one, -2 copies the remaining ones, -3 merges two,
    /// and -4 splits one into the next two.
    #[reflect(required)]
    pub newshape: Option<Array<Integer>>,
}

/// Attributes of `reshape_like`.
#[attrs_node("relay.attrs.ReshapeLikeAttrs")]
pub struct ReshapeLikeAttrsNode {
    /// The first axis of the input that is reshaped.
    #[reflect(default = 0)]
    pub lhs_begin: i32,
    /// The axis of the input before which that ends; null for the end.
    #[reflect(default = None)]
    pub lhs_end: Option<Integer>,
    /// The first axis of the other tensor whose dimensions are taken.
    #[reflect(default = 0)]
    pub rhs_begin: i32,
    /// The axis of the other tensor before which that ends; null for the end.
    #[reflect(default = None)]
    pub rhs_end: Option<Integer>,
}

/// Attributes of `expand_dims`.
#[attrs_node("relay.attrs.ExpandDimsAttrs")]
pub struct ExpandDimsAttrsNode {
    /// Where new axes are inserted.
    pub axis: i32,
    /// How many axes are inserted.
    #[reflect(default = 1, lower_bound = 0)]
    pub num_newaxis: i32,
}

/// Attributes of `dyn.expand_dims`, whose axis is an input.
#[attrs_node("relay.attrs.DynExpandDimsAttrs")]
pub struct DynExpandDimsAttrsNode {
    /// How many axes are inserted.
    #[reflect(default = 1, lower_bound = 0)]
    pub num_newaxis: i32,
}

/// Attributes of `squeeze` and `dyn.squeeze`.
#[attrs_node("relay.attrs.SqueezeAttrs")]
pub struct SqueezeAttrsNode {
    /// The axes of length 1 that are removed; null for all of them.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
}

/// Attributes of `transpose`.
#[attrs_node("relay.attrs.TransposeAttrs")]
pub struct TransposeAttrsNode {
    /// Which axis of the input each one of the result is; null to reverse them.
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
    /// The layout of the input, as the auto-scheduler writes layouts.
    pub src_layout: std::string::String,
    /// The layout of the result, as the auto-scheduler writes layouts.
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
