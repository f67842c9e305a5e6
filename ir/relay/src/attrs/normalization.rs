//! Attributes of normalizations.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `nn.batch_norm`.
#[attrs_node("relay.attrs.BatchNormAttrs")]
pub struct BatchNormAttrsNode {
    /// The axis of the channels.
    #[reflect(default = 1)]
    pub axis: i32,
    /// A small number that is added to the variance, so that nothing is divided by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether it is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.instance_norm`.
#[attrs_node("relay.attrs.InstanceNormAttrs")]
pub struct InstanceNormAttrsNode {
    /// The axis of the channels.
    #[reflect(default = 1)]
    pub axis: i32,
    /// A small number that is added to the variance, so that nothing is divided by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether it is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.layer_norm`.
#[attrs_node("relay.attrs.LayerNormAttrs")]
pub struct LayerNormAttrsNode {
    /// The axis that is normalized.
    #[reflect(default = -1)]
    pub axis: i32,
    /// A small number that is added to the variance, so that nothing is divided by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether it is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.group_norm`.
#[attrs_node("relay.attrs.GroupNormAttrs")]
pub struct GroupNormAttrsNode {
    /// Into how many groups the channels are divided; each is normalized by itself.
    #[reflect(default = 0)]
    pub num_groups: i32,
    /// The axis of the channels.
    #[reflect(default = 1)]
    pub axis: i32,
    /// A small number that is added to the variance, so that nothing is divided by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether it is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.l2_normalize`.
#[attrs_node("relay.attrs.L2NormalizeAttrs")]
pub struct L2NormalizeAttrsNode {
    /// A small number that the squared norm is not less than, so that nothing is divided by zero.
    pub eps: f64,
    /// The axes over which the norm is taken.
    #[reflect(required)]
    pub axis: Option<Array<Integer>>,
}

/// Attributes of `nn.lrn`, the normalization over neighbouring channels.
#[attrs_node("relay.attrs.LRNAttrs")]
pub struct LRNAttrsNode {
    /// Over how many neighbouring channels squares are summed.
    #[reflect(default = 5)]
    pub size: i32,
    /// The axis of the channels.
    #[reflect(default = 1)]
    pub axis: i32,
    /// What is added to the sum before the power, so that nothing is divided by zero.
    #[reflect(default = 2.0)]
    pub bias: f64,
    /// What the sum is multiplied by.
    #[reflect(default = 0.0001)]
    pub alpha: f64,
    /// The exponent of the divisor.
    #[reflect(default = 0.75)]
    pub beta: f64,
}
