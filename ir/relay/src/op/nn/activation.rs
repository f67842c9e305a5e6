//! Activation functions, softmax and dropout.

mod layouts;
mod relation;

use objet_ir::op::OpPatternKind::Opaque;
use objet_tir::topi;

use crate::attrs::{
    DropoutAttrsNode, LeakyReluAttrs, LeakyReluAttrsNode, PReluAttrs, PReluAttrsNode, SoftmaxAttrs,
    SoftmaxAttrsNode,
};
use crate::op::compute::Compute;
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Sets random elements to zero and scales up the others, during training.
    pub fn dropout(
        data: "Tensor" = "The tensor to drop elements from.",
    ) with DropoutAttrsNode = "nn.dropout" as "relay.op.nn._make.dropout"
        => |op| op.type_relation("Dropout").support_level(1).pattern(Opaque).stateful(true)
            .arbitrary_layout();

    /// A fast approximation of `nn.softmax`.
    pub fn fast_softmax(
        data: "Tensor" = "The scores.",
    ) with SoftmaxAttrsNode = "nn.fast_softmax" as "relay.op.nn._make.fast_softmax"
        => |op| op.type_relation("Identity").support_level(1);

    /// Multiplies negative elements by a constant factor.
    pub fn leaky_relu(
        data: "Tensor" = "The tensor.",
    ) with LeakyReluAttrsNode = "nn.leaky_relu" as "relay.op.nn._make.leaky_relu"
        => |op| op.type_relation("Identity").support_level(3)
            .arbitrary_layout()
            .compute(|call| {
                let alpha = call.attrs::<LeakyReluAttrs>()?.alpha;
                Ok(vec![topi::leaky_relu(call.input(0)?, alpha)?])
            });

    /// Computes the logarithm of `nn.softmax`.
    pub fn log_softmax(
        data: "Tensor" = "The scores.",
    ) with SoftmaxAttrsNode = "nn.log_softmax" as "relay.op.nn._make.log_softmax"
        => |op| op.type_relation("Identity").support_level(1)
            .compute(|call| {
                let axis = call.attrs::<SoftmaxAttrs>()?.axis;
                Ok(vec![topi::log_softmax(call.input(0)?, axis.into())?])
            });

    /// Multiplies negative elements by a learned factor for each channel.
    pub fn prelu(
        data: "Tensor" = "The tensor.",
        alpha: "Tensor" = "The factor of each channel.",
    ) with PReluAttrsNode = "nn.prelu" as "relay.op.nn._make.prelu"
        => |op| op.type_relation("PRelu").support_level(3)
            .infer_layout(layouts::prelu)
            .compute(|call| {
                let axis = call.attrs::<PReluAttrs>()?.axis;
                Ok(vec![topi::prelu(call.input(0)?, call.input(1)?, axis.into())?])
            });

    /// Replaces negative elements by zero.
    pub fn relu(data: "Tensor" = "The tensor.") = "nn.relu" as "relay.op.nn._make.relu"
        => |op| op.type_relation("Identity").support_level(1)
            .arbitrary_layout()
            .compute_each(topi::relu);

    /// Computes the exponentials of the elements, scaled to sum to 1 along an axis.
    pub fn softmax(
        data: "Tensor" = "The scores.",
    ) with SoftmaxAttrsNode = "nn.softmax" as "relay.op.nn._make.softmax"
        => |op| op.type_relation("Identity").support_level(1);
}
