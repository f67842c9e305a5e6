//! Attributes of activations, biases, dropout and losses.

use objet_ir::attrs::attrs_node;

/// Attributes of `nn.bias_add`.
#[attrs_node("relay.attrs.BiasAddAttrs")]
pub struct BiasAddAttrsNode {
    /// The axis that the bias is added along.
    #[reflect(default = 1)]
    pub axis: i32,
}

/// Attributes of `nn.softmax`, `nn.fast_softmax` and `nn.log_softmax`.
#[attrs_node("relay.attrs.SoftmaxAttrs")]
pub struct SoftmaxAttrsNode {
    /// The axis along which the results sum to 1.
    #[reflect(default = -1)]
    pub axis: i32,
}

/// Attributes of `nn.leaky_relu`.
#[attrs_node("relay.attrs.LeakyReluAttrs")]
pub struct LeakyReluAttrsNode {
    /// The slope for negative inputs.
    #[reflect(default = 0.25, lower_bound = 0.0)]
    pub alpha: f64,
}

/// Attributes of `nn.prelu`.
#[attrs_node("relay.attrs.PReluAttrs")]
pub struct PReluAttrsNode {
    /// The channel axis. Each channel has its own slope.
    #[reflect(default = 1)]
    pub axis: i32,
}

/// Attributes of `nn.dropout`.
#[attrs_node("relay.attrs.DropoutAttrs")]
pub struct DropoutAttrsNode {
    /// The fraction of the elements that is dropped in training, from 0 to 1.
    #[reflect(default = 0.5)]
    pub rate: f64,
}

/// Attributes of `nn.nll_loss`, the negative log likelihood loss.
#[attrs_node("relay.attrs.NLLLossAttrs")]
pub struct NLLLossAttrsNode {
    /// The reduction of the losses of the single items: `none`, `mean` or `sum`.
    #[reflect(default = "mean".into())]
    pub reduction: std::string::String,
    /// The target value whose items are ignored.
    pub ignore_index: i32,
}
