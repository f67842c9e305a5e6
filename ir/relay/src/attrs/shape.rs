//! Attributes of operators that change the shape of a tensor, and of those that tell it.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::Integer;

/// Attributes of `reshape`, `contrib_reverse_reshape` and `dyn.reshape`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ReshapeAttrs", is_final, new)]
pub struct ReshapeAttrsNode {
    base: AttrsNode,
    /// The shape of the result, where 0 copies a dimension, -1 infers one, -2 copies the remaining ones, -3 merges two,
    /// and -4 splits one into the next two.
    #[reflect(required)]
    pub newshape: Option<Array<Integer>>,
}

/// Attributes of `reshape_like`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ReshapeLikeAttrs", is_final, new)]
pub struct ReshapeLikeAttrsNode {
    base: AttrsNode,
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
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ExpandDimsAttrs", is_final, new)]
pub struct ExpandDimsAttrsNode {
    base: AttrsNode,
    /// Where new axes are inserted.
    pub axis: i32,
    /// How many axes are inserted.
    #[reflect(default = 1, lower_bound = 0)]
    pub num_newaxis: i32,
}

/// Attributes of `dyn.expand_dims`, whose axis is an input.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.DynExpandDimsAttrs", is_final, new)]
pub struct DynExpandDimsAttrsNode {
    base: AttrsNode,
    /// How many axes are inserted.
    #[reflect(default = 1, lower_bound = 0)]
    pub num_newaxis: i32,
}

/// Attributes of `squeeze` and `dyn.squeeze`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SqueezeAttrs", is_final, new)]
pub struct SqueezeAttrsNode {
    base: AttrsNode,
    /// The axes of length 1 that are removed; null for all of them.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
}

/// Attributes of `transpose`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.TransposeAttrs", is_final, new)]
pub struct TransposeAttrsNode {
    base: AttrsNode,
    /// Which axis of the input each one of the result is; null to reverse them.
    #[reflect(required)]
    pub axes: Option<Array<Integer>>,
}

/// Attributes of `layout_transform`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.LayoutTransformAttrs", is_final, new)]
pub struct LayoutTransformAttrsNode {
    base: AttrsNode,
    /// The layout of the input, such as `NCHW`.
    pub src_layout: std::string::String,
    /// The layout of the result, such as `NCHW16c`.
    pub dst_layout: std::string::String,
}

/// Attributes of `auto_scheduler_layout_transform`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.AutoSchedulerLayoutTransformAttrs", is_final, new)]
pub struct AutoSchedulerLayoutTransformAttrsNode {
    base: AttrsNode,
    /// The layout of the input, as the auto-scheduler writes layouts.
    pub src_layout: std::string::String,
    /// The layout of the result, as the auto-scheduler writes layouts.
    pub dst_layout: std::string::String,
}

/// Attributes of `shape_of` and `vm.shape_of`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ShapeOfAttrs", is_final, new)]
pub struct ShapeOfAttrsNode {
    base: AttrsNode,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `ndarray_size`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.NdarraySizeAttrs", is_final, new)]
pub struct NdarraySizeAttrsNode {
    base: AttrsNode,
    /// The data type of the result.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}
