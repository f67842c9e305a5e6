//! Attributes of reductions.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `all`, `any`, `max`, `mean`, `min`, `prod` and `sum`.
#[attrs_node("relay.attrs.ReduceAttrs")]
pub struct ReduceAttrsNode {
    /// The axes that are reduced; null for all.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
    /// Whether reduced axes stay, with a length of 1.
    #[reflect(default = false)]
    pub keepdims: bool,
    /// Whether all axes but the given ones are reduced.
    #[reflect(default = false)]
    pub exclude: bool,
}

/// Attributes of `argmax` and `argmin`.
#[attrs_node("relay.attrs.ArgReduceAttrs")]
pub struct ArgReduceAttrsNode {
    /// The axes that are reduced; null for all.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
    /// Whether reduced axes stay, with a length of 1.
    #[reflect(default = false)]
    pub keepdims: bool,
    /// Whether the last one of equal elements is taken instead of the first.
    #[reflect(default = false)]
    pub select_last_index: bool,
    /// Whether all axes but the given ones are reduced.
    #[reflect(default = false)]
    pub exclude: bool,
}

/// Attributes of `variance`.
#[attrs_node("relay.attrs.VarianceAttrs")]
pub struct VarianceAttrsNode {
    /// The axes that are reduced; null for all.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
    /// Whether reduced axes stay, with a length of 1.
    #[reflect(default = false)]
    pub keepdims: bool,
    /// Whether all axes but the given ones are reduced.
    #[reflect(default = false)]
    pub exclude: bool,
    /// Whether the sum is divided by one less than the number of elements.
    #[reflect(default = false)]
    pub unbiased: bool,
}
