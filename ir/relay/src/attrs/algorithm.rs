//! Attributes of sorting, searching and scanning.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{Bool, Integer};

/// Attributes of `argsort` and `sort`.
#[attrs_node("relay.attrs.ArgsortAttrs")]
pub struct ArgsortAttrsNode {
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
#[attrs_node("relay.attrs.TopkAttrs")]
pub struct TopKAttrsNode {
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
#[attrs_node("relay.attrs.SearchSortedAttrs")]
pub struct SearchSortedAttrsNode {
    /// Whether values go behind the elements that are equal to them instead of before.
    #[reflect(default = false)]
    pub right: bool,
    /// The data type of the indices.
    #[reflect(default = DataType::int(32))]
    pub dtype: DataType,
}

/// Attributes of `cumsum` and `cumprod`.
#[attrs_node("relay.attrs.ScanopAttrs")]
pub struct ScanopAttrsNode {
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
#[attrs_node("relay.attrs.UniqueAttrs")]
pub struct UniqueAttrsNode {
    /// Whether the elements are sorted.
    #[reflect(default = true)]
    pub sorted: bool,
    /// Whether it is counted how often each occurs.
    #[reflect(default = false)]
    pub return_counts: bool,
}
