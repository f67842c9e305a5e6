//! Loss functions.

mod relation;

use crate::attrs::NLLLossAttrsNode;
use crate::operators;

operators! {
    /// Computes the cross entropy of predicted and true probabilities.
    pub fn cross_entropy(
        predictions as "x": "1D Tensor" = "The predicted probabilities.",
        targets as "y": "1D Tensor" = "The true probabilities.",
    ) = "nn.cross_entropy" as "relay.op.nn._make.cross_entropy"
        => |op| op.type_relation("CrossEntropy");

    /// Computes the cross entropy of predicted log-probabilities and true probabilities.
    pub fn cross_entropy_with_logits(
        predictions as "x": "1D Tensor" = "The predicted log-probabilities.",
        targets as "y": "1D Tensor" = "The true probabilities.",
    ) = "nn.cross_entropy_with_logits" as "relay.op.nn._make.cross_entropy_with_logits"
        => |op| op.type_relation("CrossEntropy");

    /// Computes the negative log-likelihood of the true classes.
    pub fn nll_loss(
        predictions: "Tensor" = "The log-probability of each class.",
        targets: "Tensor" = "The true class of each sample.",
        weights: "Tensor" = "The weight of each class.",
    ) with NLLLossAttrsNode = "nn.nll_loss" as "relay.op.nn._make.nll_loss"
        => |op| op.type_relation("NLLLoss");
}
