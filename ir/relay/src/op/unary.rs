//! Operators on each element of one tensor.

use objet_ir::op::OpBuilder;
use objet_ir::op::OpPatternKind::ElemWise;

use crate::attrs::{ClipAttrsNode, FixedPointMultiplyAttrsNode};
use crate::operators;

/// The relation and the pattern of operators on each element of one tensor.
pub(super) fn unary(op: OpBuilder) -> OpBuilder {
    op.type_relation("Identity").pattern(ElemWise).stateful(false)
}

/// Declares operators on each element of one tensor, with their support levels and, where it is not `Identity`, the type
/// relation.
macro_rules! unary_operators {
    ($(
        $(#[doc = $doc:literal])+
        $maker:ident = $name:literal, level $level:literal $(, relation $relation:literal)?;
    )+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                data: "Tensor" = "The tensor.",
            ) = $name as (concat!("relay.op._make.", $name))
                => |op| unary(op).support_level($level) $(.type_relation($relation))?;
        )+ }
    };
}

unary_operators! {
    /// The absolute value of each element.
    abs = "abs", level 3;

    /// The inverse cosine of each element, in radians.
    acos = "acos", level 1;

    /// The inverse hyperbolic cosine of each element.
    acosh = "acosh", level 1;

    /// The inverse sine of each element, in radians.
    asin = "asin", level 1;

    /// The inverse hyperbolic sine of each element.
    asinh = "asinh", level 1;

    /// The inverse tangent of each element, in radians.
    atan = "atan", level 1;

    /// The inverse hyperbolic tangent of each element.
    atanh = "atanh", level 1;

    /// The complement of the bits of each element.
    bitwise_not = "bitwise_not", level 4;

    /// The least integer that is not below each element.
    ceil = "ceil", level 3;

    /// A tensor of its own with the same elements.
    copy = "copy", level 3;

    /// The cosine of each element, which is in radians.
    cos = "cos", level 1;

    /// The hyperbolic cosine of each element.
    cosh = "cosh", level 1;

    /// The Gauss error function of each element.
    erf = "erf", level 1;

    /// Euler's number to the power of each element.
    exp = "exp", level 1;

    /// An approximation of `erf` that takes less time.
    fast_erf = "fast_erf", level 1;

    /// An approximation of `exp` that takes less time.
    fast_exp = "fast_exp", level 1;

    /// An approximation of `tanh` that takes less time.
    fast_tanh = "fast_tanh", level 1;

    /// The greatest integer that is not above each element.
    floor = "floor", level 3;

    /// Whether each element is a finite number.
    isfinite = "isfinite", level 3, relation "IdentityCompRel";

    /// Whether each element is infinite.
    isinf = "isinf", level 3, relation "IdentityCompRel";

    /// Whether each element is not a number.
    isnan = "isnan", level 3, relation "IdentityCompRel";

    /// The natural logarithm of each element.
    log = "log", level 1;

    /// The logarithm to base 10 of each element.
    log10 = "log10", level 1;

    /// The logarithm to base 2 of each element.
    log2 = "log2", level 1;

    /// Whether each element is false.
    logical_not = "logical_not", level 4;

    /// Each element with the other sign.
    negative = "negative", level 3;

    /// The integer nearest to each element, halves away from zero.
    round = "round", level 3;

    /// One divided by the square root of each element.
    rsqrt = "rsqrt", level 1;

    /// The logistic function of each element, `1 / (1 + exp(-x))`.
    sigmoid = "sigmoid", level 1;

    /// -1, 0 or 1 for each element, by its sign.
    sign = "sign", level 3;

    /// The sine of each element, which is in radians.
    sin = "sin", level 1;

    /// The hyperbolic sine of each element.
    sinh = "sinh", level 1;

    /// The square root of each element.
    sqrt = "sqrt", level 1;

    /// The tangent of each element, which is in radians.
    tan = "tan", level 1;

    /// The hyperbolic tangent of each element.
    tanh = "tanh", level 1;

    /// Each element without its fraction.
    trunc = "trunc", level 3;
}

operators! {
    /// Each element, moved to the nearest end of an interval if it lies outside.
    pub fn clip(
        a as "data": "Tensor" = "The tensor to clip.",
    ) with ClipAttrsNode = "clip" as "relay.op._make.clip"
        => |op| op.type_relation("Identity").support_level(3).pattern(ElemWise).stateful(false);

    /// Each element times a constant in fixed point: a multiplier of 31 fraction bits, and a shift.
    pub fn fixed_point_multiply(
        a as "data": "Tensor" = "The integers to multiply.",
    ) with FixedPointMultiplyAttrsNode
        = "fixed_point_multiply" as "relay.op._make.fixed_point_multiply"
        => |op| op.type_relation("Identity").pattern(ElemWise).stateful(false);
}
