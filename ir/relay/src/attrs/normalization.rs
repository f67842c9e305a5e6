//! Attributes of normalizations.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::Integer;

/// Attributes of `nn.batch_norm`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.BatchNormAttrs", is_final, new)]
pub struct BatchNormAttrsNode {
    base: AttrsNode,
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
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.InstanceNormAttrs", is_final, new)]
pub struct InstanceNormAttrsNode {
    base: AttrsNode,
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
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.LayerNormAttrs", is_final, new)]
pub struct LayerNormAttrsNode {
    base: AttrsNode,
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
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.GroupNormAttrs", is_final, new)]
pub struct GroupNormAttrsNode {
    base: AttrsNode,
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
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.L2NormalizeAttrs", is_final, new)]
pub struct L2NormalizeAttrsNode {
    base: AttrsNode,
    /// A small number that the squared norm is not less than, so that nothing is divided by zero.
    pub eps: f64,
    /// The axes over which the norm is taken.
    #[reflect(required)]
    pub axis: Option<Array<Integer>>,
}

/// Attributes of `nn.lrn`, the normalization over neighbouring channels.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.LRNAttrs", is_final, new)]
pub struct LRNAttrsNode {
    base: AttrsNode,
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
