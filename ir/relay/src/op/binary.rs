//! Operators on the elements of two tensors, the axes of which are stretched to fit.

use objet_ir::op::OpBuilder;
use objet_ir::op::OpPatternKind::Broadcast;
use objet_ir::register_op;

/// What operators on the elements of two tensors have in common.
fn broadcast(op: OpBuilder) -> OpBuilder {
    op.argument("lhs", "Tensor", "The left operand.")
        .argument("rhs", "Tensor", "The right operand.")
        .type_relation("Broadcast")
        .pattern(Broadcast)
        .stateful(false)
}

/// What comparisons have in common.
fn comparison(op: OpBuilder) -> OpBuilder {
    broadcast(op).type_relation("BroadcastComp")
}

register_op! { "add"
    .describe("The sum of two tensors.")
    .with(broadcast).support_level(1)
}

register_op! { "bitwise_and"
    .describe("The bits that are set in both.")
    .with(broadcast).support_level(4)
}

register_op! { "bitwise_or"
    .describe("The bits that are set in one or both.")
    .with(broadcast).support_level(4)
}

register_op! { "bitwise_xor"
    .describe("The bits that are set in exactly one.")
    .with(broadcast).support_level(4)
}

register_op! { "divide"
    .describe("The quotient of two tensors; of integers, without its fraction.")
    .with(broadcast).support_level(1)
}

register_op! { "equal"
    .describe("Whether both elements are the same.")
    .with(comparison).support_level(4)
}

register_op! { "floor_divide"
    .describe("The quotient of two tensors, rounded down.")
    .with(broadcast).support_level(1)
}

register_op! { "floor_mod"
    .describe("What remains when the quotient is rounded down: it has the sign of the divisor.")
    .with(broadcast).support_level(1)
}

register_op! { "greater"
    .describe("Whether the left element is greater.")
    .with(comparison).support_level(4)
}

register_op! { "greater_equal"
    .describe("Whether the left element is greater or the same.")
    .with(comparison).support_level(4)
}

register_op! { "left_shift"
    .describe("The left element, with its bits moved up by as many places as the right one says.")
    .with(broadcast).support_level(4)
}

register_op! { "less"
    .describe("Whether the left element is less.")
    .with(comparison).support_level(4)
}

register_op! { "less_equal"
    .describe("Whether the left element is less or the same.")
    .with(comparison).support_level(4)
}

register_op! { "logical_and"
    .describe("Whether both elements are true.")
    .with(broadcast).support_level(4)
}

register_op! { "logical_or"
    .describe("Whether one element or both are true.")
    .with(broadcast).support_level(4)
}

register_op! { "logical_xor"
    .describe("Whether exactly one element is true.")
    .with(broadcast).support_level(4)
}

register_op! { "maximum"
    .describe("The greater of the two elements.")
    .with(broadcast).support_level(4)
}

register_op! { "minimum"
    .describe("The lesser of the two elements.")
    .with(broadcast).support_level(4)
}

register_op! { "mod"
    .describe("What remains when the quotient is rounded towards zero: it has the sign of the dividend.")
    .with(broadcast).support_level(1)
}

register_op! { "multiply"
    .describe("The product of two tensors.")
    .with(broadcast).support_level(1)
}

register_op! { "not_equal"
    .describe("Whether the elements differ.")
    .with(comparison).support_level(4)
}

register_op! { "power"
    .describe("The left element to the power of the right one.")
    .with(broadcast).support_level(4)
}

register_op! { "right_shift"
    .describe("The left element, with its bits moved down by as many places as the right one says.")
    .with(broadcast).support_level(4)
}

register_op! { "subtract"
    .describe("The difference of two tensors.")
    .with(broadcast).support_level(1)
}

makers! {
    /// The sum of two tensors.
    pub fn add(lhs, rhs) = "add";
    /// The quotient of two tensors; of integers, without its fraction.
    pub fn divide(lhs, rhs) = "divide";
    /// The greater of the two elements.
    pub fn maximum(lhs, rhs) = "maximum";
    /// The lesser of the two elements.
    pub fn minimum(lhs, rhs) = "minimum";
    /// The product of two tensors.
    pub fn multiply(lhs, rhs) = "multiply";
    /// The difference of two tensors.
    pub fn subtract(lhs, rhs) = "subtract";
}

global_makers! {
    "relay.op._make.add" = "add"(lhs, rhs);
    "relay.op._make.bitwise_and" = "bitwise_and"(lhs, rhs);
    "relay.op._make.bitwise_or" = "bitwise_or"(lhs, rhs);
    "relay.op._make.bitwise_xor" = "bitwise_xor"(lhs, rhs);
    "relay.op._make.divide" = "divide"(lhs, rhs);
    "relay.op._make.equal" = "equal"(lhs, rhs);
    "relay.op._make.floor_divide" = "floor_divide"(lhs, rhs);
    "relay.op._make.floor_mod" = "floor_mod"(lhs, rhs);
    "relay.op._make.greater" = "greater"(lhs, rhs);
    "relay.op._make.greater_equal" = "greater_equal"(lhs, rhs);
    "relay.op._make.left_shift" = "left_shift"(lhs, rhs);
    "relay.op._make.less" = "less"(lhs, rhs);
    "relay.op._make.less_equal" = "less_equal"(lhs, rhs);
    "relay.op._make.logical_and" = "logical_and"(lhs, rhs);
    "relay.op._make.logical_or" = "logical_or"(lhs, rhs);
    "relay.op._make.logical_xor" = "logical_xor"(lhs, rhs);
    "relay.op._make.maximum" = "maximum"(lhs, rhs);
    "relay.op._make.minimum" = "minimum"(lhs, rhs);
    "relay.op._make.mod" = "mod"(lhs, rhs);
    "relay.op._make.multiply" = "multiply"(lhs, rhs);
    "relay.op._make.not_equal" = "not_equal"(lhs, rhs);
    "relay.op._make.power" = "power"(lhs, rhs);
    "relay.op._make.right_shift" = "right_shift"(lhs, rhs);
    "relay.op._make.subtract" = "subtract"(lhs, rhs);
}
