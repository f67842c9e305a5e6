//! Attributes of sorting, searching and scanning.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::{Bool, Integer};

/// Attributes of `argsort` and `sort`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ArgsortAttrs", is_final, new)]
pub struct ArgsortAttrsNode {
    base: AttrsNode,
    /// The axis along which it is sorted.
    #[reflect(default = -1)]
    pub axis: i32,
    /// Whether the order is ascending.
    #[reflect(default = true)]
    pub is_ascend: bool,
    /// The data type of the indices.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `topk` and `dyn.topk`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.TopkAttrs", is_final, new)]
pub struct TopKAttrsNode {
    base: AttrsNode,
    /// How many elements are taken, less than 1 for all; null if that is an input.
    #[reflect(required)]
    pub k: Option<Integer>,
    /// The axis along which it is sorted.
    #[reflect(default = -1)]
    pub axis: i32,
    /// What is given back: `both`, `values` or `indices`.
    #[reflect(default = "both".into())]
    pub ret_type: std::string::String,
    /// Whether the order is ascending.
    #[reflect(default = false)]
    pub is_ascend: bool,
    /// The data type of the indices.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
}

/// Attributes of `searchsorted`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SearchSortedAttrs", is_final, new)]
pub struct SearchSortedAttrsNode {
    base: AttrsNode,
    /// Whether values go behind the elements that are equal to them instead of before.
    #[reflect(default = false)]
    pub right: bool,
    /// The data type of the indices.
    #[reflect(default = DataType::int(32))]
    pub dtype: DataType,
}

/// Attributes of `cumsum` and `cumprod`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ScanopAttrs", is_final, new)]
pub struct ScanopAttrsNode {
    base: AttrsNode,
    /// The axis along which it is scanned; null for the flattened input.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
    /// Whether an element does not count in its own result; null is the same as false.
    #[reflect(default = Some(false.into()))]
    pub exclusive: Option<Bool>,
}

/// Attributes of `unique`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.UniqueAttrs", is_final, new)]
pub struct UniqueAttrsNode {
    base: AttrsNode,
    /// Whether the elements are sorted.
    #[reflect(default = true)]
    pub sorted: bool,
    /// Whether it is counted how often each occurs.
    #[reflect(default = false)]
    pub return_counts: bool,
}
