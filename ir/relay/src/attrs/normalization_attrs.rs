//! Attributes of normalizations.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `nn.batch_norm`.
#[attrs_node("relay.attrs.BatchNormAttrs")]
pub struct BatchNormAttrsNode {
    /// The channel axis.
    #[reflect(default = 1)]
    pub axis: i32,
    /// A small number that is added to the variance to prevent division by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether the normalized input is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.instance_norm`.
#[attrs_node("relay.attrs.InstanceNormAttrs")]
pub struct InstanceNormAttrsNode {
    /// The channel axis.
    #[reflect(default = 1)]
    pub axis: i32,
    /// A small number that is added to the variance to prevent division by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether the normalized input is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.layer_norm`.
#[attrs_node("relay.attrs.LayerNormAttrs")]
pub struct LayerNormAttrsNode {
    /// The axis to normalize.
    #[reflect(default = -1)]
    pub axis: i32,
    /// A small number that is added to the variance to prevent division by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether the normalized input is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.group_norm`.
#[attrs_node("relay.attrs.GroupNormAttrs")]
pub struct GroupNormAttrsNode {
    /// The number of groups that the channels are divided into. Each group is normalized
    /// separately.
    #[reflect(default = 0)]
    pub num_groups: i32,
    /// The channel axis.
    #[reflect(default = 1)]
    pub axis: i32,
    /// A small number that is added to the variance to prevent division by zero.
    #[reflect(default = 1e-5)]
    pub epsilon: f64,
    /// Whether `beta` is added.
    #[reflect(default = true)]
    pub center: bool,
    /// Whether the normalized input is multiplied by `gamma`.
    #[reflect(default = true)]
    pub scale: bool,
}

/// Attributes of `nn.l2_normalize`.
#[attrs_node("relay.attrs.L2NormalizeAttrs")]
pub struct L2NormalizeAttrsNode {
    /// The lower bound of the squared norm, which prevents division by zero.
    pub eps: f64,
    /// The axes to compute the norm over.
    #[reflect(required)]
    pub axis: Option<Array<Integer>>,
}

/// Attributes of `nn.lrn`, the local response normalization over neighbouring channels.
#[attrs_node("relay.attrs.LRNAttrs")]
pub struct LRNAttrsNode {
    /// The number of neighbouring channels whose squares are summed.
    #[reflect(default = 5)]
    pub size: i32,
    /// The channel axis.
    #[reflect(default = 1)]
    pub axis: i32,
    /// The offset added to the scaled sum, which prevents division by zero.
    #[reflect(default = 2.0)]
    pub bias: f64,
    /// The scale factor of the sum.
    #[reflect(default = 0.0001)]
    pub alpha: f64,
    /// The exponent of the divisor.
    #[reflect(default = 0.75)]
    pub beta: f64,
}
