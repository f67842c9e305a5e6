//! Activations.

use objet_ir::op::OpPatternKind::Opaque;
use objet_ir::register_op;

use crate::attrs::{DropoutAttrsNode, LeakyReluAttrsNode, PReluAttrsNode, SoftmaxAttrsNode};

register_op! { "nn.dropout"
    .describe("Sets random elements to zero, and scales the others up, during training.")
    .argument("data", "Tensor", "The tensor to drop from.")
    .attrs::<DropoutAttrsNode>()
    .type_relation("Dropout").support_level(1).pattern(Opaque).stateful(true)
}

register_op! { "nn.fast_softmax"
    .describe("An approximation of `nn.softmax` that takes less time.")
    .argument("data", "Tensor", "The scores.")
    .attrs::<SoftmaxAttrsNode>()
    .type_relation("Identity").support_level(1)
}

register_op! { "nn.leaky_relu"
    .describe("Each element, made smaller by a constant factor if it is negative.")
    .argument("data", "Tensor", "The tensor.")
    .attrs::<LeakyReluAttrsNode>()
    .type_relation("Identity").support_level(3)
}

register_op! { "nn.log_softmax"
    .describe("The logarithm of `nn.softmax`.")
    .argument("data", "Tensor", "The scores.")
    .attrs::<SoftmaxAttrsNode>()
    .type_relation("Identity").support_level(1)
}

register_op! { "nn.prelu"
    .describe("Each element, made smaller by a learned factor of its channel if it is negative.")
    .argument("data", "Tensor", "The tensor.")
    .argument("alpha", "Tensor", "The factor of each channel.")
    .attrs::<PReluAttrsNode>()
    .type_relation("PRelu").support_level(3)
}

register_op! { "nn.relu"
    .describe("Each element, or zero if it is negative.")
    .argument("data", "Tensor", "The tensor.")
    .type_relation("Identity").support_level(1)
}

register_op! { "nn.softmax"
    .describe("Exponentials of the elements, scaled so that they add up to 1 along an axis.")
    .argument("data", "Tensor", "The scores.")
    .attrs::<SoftmaxAttrsNode>()
    .type_relation("Identity").support_level(1)
}

makers! {
    /// Sets random elements to zero, and scales the others up, during training.
    pub fn dropout(data; DropoutAttrsNode) = "nn.dropout";
    /// Each element, made smaller by a constant factor if it is negative.
    pub fn leaky_relu(data; LeakyReluAttrsNode) = "nn.leaky_relu";
    /// The logarithm of `nn.softmax`.
    pub fn log_softmax(data; SoftmaxAttrsNode) = "nn.log_softmax";
    /// Each element, or zero if it is negative.
    pub fn relu(data) = "nn.relu";
    /// Exponentials of the elements, scaled so that they add up to 1 along an axis.
    pub fn softmax(data; SoftmaxAttrsNode) = "nn.softmax";
}

global_makers! {
    "relay.op.nn._make.dropout" = "nn.dropout"(data, [rate]): DropoutAttrsNode;
    "relay.op.nn._make.fast_softmax" = "nn.fast_softmax"(data, [axis]): SoftmaxAttrsNode;
    "relay.op.nn._make.leaky_relu" = "nn.leaky_relu"(data, [alpha]): LeakyReluAttrsNode;
    "relay.op.nn._make.log_softmax" = "nn.log_softmax"(data, [axis]): SoftmaxAttrsNode;
    "relay.op.nn._make.prelu" = "nn.prelu"(data, alpha, [axis]): PReluAttrsNode;
    "relay.op.nn._make.relu" = "nn.relu"(data);
    "relay.op.nn._make.softmax" = "nn.softmax"(data, [axis]): SoftmaxAttrsNode;
}
