//! Operators on each element of one tensor.

use objet_ir::op::OpBuilder;
use objet_ir::op::OpPatternKind::ElemWise;
use objet_ir::register_op;

use crate::attrs::{ClipAttrsNode, FixedPointMultiplyAttrsNode};

/// What operators on each element of one tensor have in common.
pub(super) fn unary(op: OpBuilder) -> OpBuilder {
    op.argument("data", "Tensor", "The tensor.").type_relation("Identity").pattern(ElemWise).stateful(false)
}

register_op! { "abs"
    .describe("The absolute value of each element.")
    .with(unary).support_level(3)
}

register_op! { "acos"
    .describe("The inverse cosine of each element, in radians.")
    .with(unary).support_level(1)
}

register_op! { "acosh"
    .describe("The inverse hyperbolic cosine of each element.")
    .with(unary).support_level(1)
}

register_op! { "asin"
    .describe("The inverse sine of each element, in radians.")
    .with(unary).support_level(1)
}

register_op! { "asinh"
    .describe("The inverse hyperbolic sine of each element.")
    .with(unary).support_level(1)
}

register_op! { "atan"
    .describe("The inverse tangent of each element, in radians.")
    .with(unary).support_level(1)
}

register_op! { "atanh"
    .describe("The inverse hyperbolic tangent of each element.")
    .with(unary).support_level(1)
}

register_op! { "bitwise_not"
    .describe("The complement of the bits of each element.")
    .with(unary).support_level(4)
}

register_op! { "ceil"
    .describe("The least integer that is not below each element.")
    .with(unary).support_level(3)
}

register_op! { "clip"
    .describe("Each element, moved to the nearest end of an interval if it lies outside.")
    .argument("data", "Tensor", "The tensor to clip.")
    .attrs::<ClipAttrsNode>()
    .type_relation("Identity").support_level(3).pattern(ElemWise).stateful(false)
}

register_op! { "copy"
    .describe("A tensor of its own with the same elements.")
    .with(unary).support_level(3)
}

register_op! { "cos"
    .describe("The cosine of each element, which is in radians.")
    .with(unary).support_level(1)
}

register_op! { "cosh"
    .describe("The hyperbolic cosine of each element.")
    .with(unary).support_level(1)
}

register_op! { "erf"
    .describe("The Gauss error function of each element.")
    .with(unary).support_level(1)
}

register_op! { "exp"
    .describe("Euler's number to the power of each element.")
    .with(unary).support_level(1)
}

register_op! { "fast_erf"
    .describe("An approximation of `erf` that takes less time.")
    .with(unary).support_level(1)
}

register_op! { "fast_exp"
    .describe("An approximation of `exp` that takes less time.")
    .with(unary).support_level(1)
}

register_op! { "fast_tanh"
    .describe("An approximation of `tanh` that takes less time.")
    .with(unary).support_level(1)
}

register_op! { "fixed_point_multiply"
    .describe("Each element times a constant in fixed point: a multiplier of 31 fraction bits, and a shift.")
    .argument("data", "Tensor", "The integers to multiply.")
    .attrs::<FixedPointMultiplyAttrsNode>()
    .type_relation("Identity").pattern(ElemWise).stateful(false)
}

register_op! { "floor"
    .describe("The greatest integer that is not above each element.")
    .with(unary).support_level(3)
}

register_op! { "isfinite"
    .describe("Whether each element is a finite number.")
    .with(unary).type_relation("IdentityCompRel").support_level(3)
}

register_op! { "isinf"
    .describe("Whether each element is infinite.")
    .with(unary).type_relation("IdentityCompRel").support_level(3)
}

register_op! { "isnan"
    .describe("Whether each element is not a number.")
    .with(unary).type_relation("IdentityCompRel").support_level(3)
}

register_op! { "log"
    .describe("The natural logarithm of each element.")
    .with(unary).support_level(1)
}

register_op! { "log10"
    .describe("The logarithm to base 10 of each element.")
    .with(unary).support_level(1)
}

register_op! { "log2"
    .describe("The logarithm to base 2 of each element.")
    .with(unary).support_level(1)
}

register_op! { "logical_not"
    .describe("Whether each element is false.")
    .with(unary).support_level(4)
}

register_op! { "negative"
    .describe("Each element with the other sign.")
    .with(unary).support_level(3)
}

register_op! { "round"
    .describe("The integer nearest to each element, halves away from zero.")
    .with(unary).support_level(3)
}

register_op! { "rsqrt"
    .describe("One divided by the square root of each element.")
    .with(unary).support_level(1)
}

register_op! { "sigmoid"
    .describe("The logistic function of each element, `1 / (1 + exp(-x))`.")
    .with(unary).support_level(1)
}

register_op! { "sign"
    .describe("-1, 0 or 1 for each element, by its sign.")
    .with(unary).support_level(3)
}

register_op! { "sin"
    .describe("The sine of each element, which is in radians.")
    .with(unary).support_level(1)
}

register_op! { "sinh"
    .describe("The hyperbolic sine of each element.")
    .with(unary).support_level(1)
}

register_op! { "sqrt"
    .describe("The square root of each element.")
    .with(unary).support_level(1)
}

register_op! { "tan"
    .describe("The tangent of each element, which is in radians.")
    .with(unary).support_level(1)
}

register_op! { "tanh"
    .describe("The hyperbolic tangent of each element.")
    .with(unary).support_level(1)
}

register_op! { "trunc"
    .describe("Each element without its fraction.")
    .with(unary).support_level(3)
}

makers! {
    /// Each element, moved to the nearest end of an interval if it lies outside.
    pub fn clip(data; ClipAttrsNode) = "clip";
    /// A tensor of its own with the same elements.
    pub fn copy(data) = "copy";
    /// Euler's number to the power of each element.
    pub fn exp(data) = "exp";
    /// The natural logarithm of each element.
    pub fn log(data) = "log";
    /// Each element with the other sign.
    pub fn negative(data) = "negative";
    /// The logistic function of each element, `1 / (1 + exp(-x))`.
    pub fn sigmoid(data) = "sigmoid";
    /// The square root of each element.
    pub fn sqrt(data) = "sqrt";
    /// The hyperbolic tangent of each element.
    pub fn tanh(data) = "tanh";
}

global_makers! {
    "relay.op._make.abs" = "abs"(data);
    "relay.op._make.acos" = "acos"(data);
    "relay.op._make.acosh" = "acosh"(data);
    "relay.op._make.asin" = "asin"(data);
    "relay.op._make.asinh" = "asinh"(data);
    "relay.op._make.atan" = "atan"(data);
    "relay.op._make.atanh" = "atanh"(data);
    "relay.op._make.bitwise_not" = "bitwise_not"(data);
    "relay.op._make.ceil" = "ceil"(data);
    "relay.op._make.clip" = "clip"(a, [a_min], [a_max]): ClipAttrsNode;
    "relay.op._make.copy" = "copy"(data);
    "relay.op._make.cos" = "cos"(data);
    "relay.op._make.cosh" = "cosh"(data);
    "relay.op._make.erf" = "erf"(data);
    "relay.op._make.exp" = "exp"(data);
    "relay.op._make.fast_erf" = "fast_erf"(data);
    "relay.op._make.fast_exp" = "fast_exp"(data);
    "relay.op._make.fast_tanh" = "fast_tanh"(data);
    "relay.op._make.fixed_point_multiply" = "fixed_point_multiply"(
        a, [multiplier], [shift]
    ): FixedPointMultiplyAttrsNode;
    "relay.op._make.floor" = "floor"(data);
    "relay.op._make.isfinite" = "isfinite"(data);
    "relay.op._make.isinf" = "isinf"(data);
    "relay.op._make.isnan" = "isnan"(data);
    "relay.op._make.log" = "log"(data);
    "relay.op._make.log10" = "log10"(data);
    "relay.op._make.log2" = "log2"(data);
    "relay.op._make.logical_not" = "logical_not"(data);
    "relay.op._make.negative" = "negative"(data);
    "relay.op._make.round" = "round"(data);
    "relay.op._make.rsqrt" = "rsqrt"(data);
    "relay.op._make.sigmoid" = "sigmoid"(data);
    "relay.op._make.sign" = "sign"(data);
    "relay.op._make.sin" = "sin"(data);
    "relay.op._make.sinh" = "sinh"(data);
    "relay.op._make.sqrt" = "sqrt"(data);
    "relay.op._make.tan" = "tan"(data);
    "relay.op._make.tanh" = "tanh"(data);
    "relay.op._make.trunc" = "trunc"(data);
}
