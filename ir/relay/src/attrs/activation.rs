//! Attributes of activations and of what else a layer ends with.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};

/// Attributes of `nn.bias_add`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.BiasAddAttrs", is_final, new)]
pub struct BiasAddAttrsNode {
    base: AttrsNode,
    /// The axis to add the bias.
    #[reflect(default = 1)]
    pub axis: i32,
}

/// Attributes of `nn.softmax`, `nn.fast_softmax` and `nn.log_softmax`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.SoftmaxAttrs", is_final, new)]
pub struct SoftmaxAttrsNode {
    base: AttrsNode,
    /// The axis along which the results sum to 1.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `nn.leaky_relu`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.LeakyReluAttrs", is_final, new)]
pub struct LeakyReluAttrsNode {
    base: AttrsNode,
    /// The slope where the input is negative.
    #[reflect(default = 0.25, lower_bound = 0.0)]
    pub alpha: f64,
}

/// Attributes of `nn.prelu`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.PReluAttrs", is_final, new)]
pub struct PReluAttrsNode {
    base: AttrsNode,
    /// The axis of the channels, each of which has a slope of its own.
    #[reflect(default = 1)]
    pub axis: i32,
}

/// Attributes of `nn.dropout`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.DropoutAttrs", is_final, new)]
pub struct DropoutAttrsNode {
    base: AttrsNode,
    /// Which part of the elements is dropped in training, from 0 to 1.
    #[reflect(default = 0.5)]
    pub rate: f64,
}

/// Attributes of `nn.nll_loss`, the negative log likelihood loss.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.NLLLossAttrs", is_final, new)]
pub struct NLLLossAttrsNode {
    base: AttrsNode,
    /// What becomes of the losses of single items: `none`, `mean` or `sum`.
    #[reflect(default = "mean".into())]
    pub reduction: std::string::String,
    /// The target whose items do not count.
    pub ignore_index: i32,
}
