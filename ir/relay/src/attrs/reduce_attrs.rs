//! Attributes of reductions.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `all`, `any`, `max`, `mean`, `min`, `prod` and `sum`.
#[attrs_node("relay.attrs.ReduceAttrs")]
pub struct ReduceAttrsNode {
    /// The axes to reduce; null for all axes.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
    /// Whether reduced axes are kept with length 1.
    #[reflect(default = false)]
    pub keepdims: bool,
    /// Whether to reduce all axes except the given ones.
    #[reflect(default = false)]
    pub exclude: bool,
}

/// Attributes of `argmax` and `argmin`.
#[attrs_node("relay.attrs.ArgReduceAttrs")]
pub struct ArgReduceAttrsNode {
    /// The axes to reduce; null for all axes.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
    /// Whether reduced axes are kept with length 1.
    #[reflect(default = false)]
    pub keepdims: bool,
    /// Whether the last of several equal elements is chosen instead of the first.
    #[reflect(default = false)]
    pub select_last_index: bool,
    /// Whether to reduce all axes except the given ones.
    #[reflect(default = false)]
    pub exclude: bool,
}

/// Attributes of `variance`.
#[attrs_node("relay.attrs.VarianceAttrs")]
pub struct VarianceAttrsNode {
    /// The axes to reduce; null for all axes.
    #[reflect(default = None)]
    pub axis: Option<Array<Integer>>,
    /// Whether reduced axes are kept with length 1.
    #[reflect(default = false)]
    pub keepdims: bool,
    /// Whether to reduce all axes except the given ones.
    #[reflect(default = false)]
    pub exclude: bool,
    /// Whether the sum is divided by `n - 1` instead of `n`, the number of elements.
    #[reflect(default = false)]
    pub unbiased: bool,
}
