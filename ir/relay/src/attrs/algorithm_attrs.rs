//! Attributes of sorting, searching and scanning.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{Bool, Integer};

/// Attributes of `argsort` and `sort`.
#[attrs_node("relay.attrs.ArgsortAttrs")]
pub struct ArgsortAttrsNode {
    /// The axis to sort along.
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
    /// The number of elements to return, less than 1 for all; null if the number is an input.
    #[reflect(required)]
    pub k: Option<Integer>,
    /// The axis to sort along.
    #[reflect(default = -1)]
    pub axis: i32,
    /// The results to return: `both`, `values` or `indices`.
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
    /// Whether values are inserted after equal elements instead of before.
    #[reflect(default = false)]
    pub right: bool,
    /// The data type of the indices.
    #[reflect(default = DataType::int(32))]
    pub dtype: DataType,
}

/// Attributes of `cumsum` and `cumprod`.
#[attrs_node("relay.attrs.ScanopAttrs")]
pub struct ScanopAttrsNode {
    /// The axis to scan along; null for the flattened input.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub dtype: DataType,
    /// Whether each element is excluded from its own result; null means false.
    #[reflect(default = Some(false.into()))]
    pub exclusive: Option<Bool>,
}

/// Attributes of `unique`.
#[attrs_node("relay.attrs.UniqueAttrs")]
pub struct UniqueAttrsNode {
    /// Whether the unique elements are sorted.
    #[reflect(default = true)]
    pub sorted: bool,
    /// Whether the number of occurrences of each element is returned.
    #[reflect(default = false)]
    pub return_counts: bool,
}
