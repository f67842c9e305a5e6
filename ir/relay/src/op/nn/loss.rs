//! Losses.

use objet_ir::register_op;

use crate::attrs::NLLLossAttrsNode;

register_op! { "nn.cross_entropy"
    .describe("The cross entropy of predicted probabilities and true ones.")
    .argument("x", "1D Tensor", "The predictions.")
    .argument("y", "1D Tensor", "The truth.")
    .type_relation("CrossEntropy")
}

register_op! { "nn.cross_entropy_with_logits"
    .describe("The cross entropy of predicted log-probabilities and true probabilities.")
    .argument("x", "1D Tensor", "The predictions, as logarithms.")
    .argument("y", "1D Tensor", "The truth.")
    .type_relation("CrossEntropy")
}

register_op! { "nn.nll_loss"
    .describe("The negative log-likelihood of the true classes.")
    .argument("predictions", "Tensor", "The log-probability of each class.")
    .argument("targets", "Tensor", "The true class of each sample.")
    .argument("weights", "Tensor", "The weight of each class.")
    .attrs::<NLLLossAttrsNode>()
    .type_relation("NLLLoss")
}

global_makers! {
    "relay.op.nn._make.cross_entropy" = "nn.cross_entropy"(predictions, targets);
    "relay.op.nn._make.cross_entropy_with_logits" = "nn.cross_entropy_with_logits"(predictions, targets);
    "relay.op.nn._make.nll_loss" = "nn.nll_loss"(
        predictions, targets, weights, [reduction], [ignore_index]
    ): NLLLossAttrsNode;
}
