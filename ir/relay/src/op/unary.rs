//! Element-wise operators on one tensor.

use objet_ir::op::OpBuilder;
use objet_ir::op::OpPatternKind::ElemWise;
use objet_tir::topi;

use super::compute::Compute;
use crate::attrs::{ClipAttrsNode, FixedPointMultiplyAttrsNode};
use crate::op::infer_layout::InferLayout;
use crate::operators;

/// Sets the relation and the pattern of element-wise operators on one tensor.
pub(super) fn unary(op: OpBuilder) -> OpBuilder {
    op.type_relation("Identity").pattern(ElemWise).stateful(false).arbitrary_layout()
}

/// Declares element-wise operators on one tensor, each with its support level. The type relation is
/// `Identity` unless another relation is named after the compute function.
macro_rules! unary_operators {
    ($(
        $(#[doc = $doc:literal])+
        $maker:ident = $name:literal, level $level:literal, $compute:expr $(, relation $relation:literal)?;
    )+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                data: "Tensor" = "The tensor.",
            ) = $name as (concat!("relay.op._make.", $name))
                => |op| unary(op).support_level($level) $(.type_relation($relation))?
                    .compute_each($compute);
        )+ }
    };
}

unary_operators! {
    /// The absolute value of each element.
    abs = "abs", level 3, topi::abs;

    /// The inverse cosine of each element, in radians.
    acos = "acos", level 1, topi::acos;

    /// The inverse hyperbolic cosine of each element.
    acosh = "acosh", level 1, topi::acosh;

    /// The inverse sine of each element, in radians.
    asin = "asin", level 1, topi::asin;

    /// The inverse hyperbolic sine of each element.
    asinh = "asinh", level 1, topi::asinh;

    /// The inverse tangent of each element, in radians.
    atan = "atan", level 1, topi::atan;

    /// The inverse hyperbolic tangent of each element.
    atanh = "atanh", level 1, topi::atanh;

    /// The bitwise complement of each element.
    bitwise_not = "bitwise_not", level 4, topi::bitwise_not;

    /// Rounds each element up to an integer.
    ceil = "ceil", level 3, topi::ceil;

    /// Copies a tensor.
    copy = "copy", level 3, topi::identity;

    /// The cosine of each element, in radians.
    cos = "cos", level 1, topi::cos;

    /// The hyperbolic cosine of each element.
    cosh = "cosh", level 1, topi::cosh;

    /// The Gauss error function of each element.
    erf = "erf", level 1, topi::erf;

    /// The exponential of each element.
    exp = "exp", level 1, topi::exp;

    /// A fast approximation of `erf`.
    fast_erf = "fast_erf", level 1, topi::fast_erf;

    /// A fast approximation of `exp`.
    fast_exp = "fast_exp", level 1, topi::fast_exp;

    /// A fast approximation of `tanh`.
    fast_tanh = "fast_tanh", level 1, topi::fast_tanh;

    /// Rounds each element down to an integer.
    floor = "floor", level 3, topi::floor;

    /// Tests whether each element is a finite number.
    isfinite = "isfinite", level 3, topi::isfinite, relation "IdentityCompRel";

    /// Tests whether each element is infinite.
    isinf = "isinf", level 3, topi::isinf, relation "IdentityCompRel";

    /// Tests whether each element is not a number.
    isnan = "isnan", level 3, topi::isnan, relation "IdentityCompRel";

    /// The natural logarithm of each element.
    log = "log", level 1, topi::log;

    /// The base-10 logarithm of each element.
    log10 = "log10", level 1, topi::log10;

    /// The base-2 logarithm of each element.
    log2 = "log2", level 1, topi::log2;

    /// The logical negation of each element.
    logical_not = "logical_not", level 4, topi::logical_not;

    /// Negates each element.
    negative = "negative", level 3, topi::negative;

    /// Rounds each element to the nearest integer, halves away from zero.
    round = "round", level 3, topi::round;

    /// One divided by the square root of each element.
    rsqrt = "rsqrt", level 1, topi::rsqrt;

    /// The logistic function of each element, `1 / (1 + exp(-x))`.
    sigmoid = "sigmoid", level 1, topi::sigmoid;

    /// The sign of each element: -1, 0 or 1.
    sign = "sign", level 3, topi::sign;

    /// The sine of each element, in radians.
    sin = "sin", level 1, topi::sin;

    /// The hyperbolic sine of each element.
    sinh = "sinh", level 1, topi::sinh;

    /// The square root of each element.
    sqrt = "sqrt", level 1, topi::sqrt;

    /// The tangent of each element, in radians.
    tan = "tan", level 1, topi::tan;

    /// The hyperbolic tangent of each element.
    tanh = "tanh", level 1, topi::tanh;

    /// Rounds each element towards zero.
    trunc = "trunc", level 3, topi::trunc;
}

operators! {
    /// Limits each element to an interval.
    pub fn clip(
        a as "data": "Tensor" = "The tensor to clip.",
    ) with ClipAttrsNode = "clip" as "relay.op._make.clip"
        => |op| op.type_relation("Identity").support_level(3).pattern(ElemWise).stateful(false)
            .arbitrary_layout();

    /// Multiplies each element by a fixed-point constant: a multiplier with 31 fractional bits, and
    /// a shift.
    pub fn fixed_point_multiply(
        a as "data": "Tensor" = "The integers to multiply.",
    ) with FixedPointMultiplyAttrsNode
        = "fixed_point_multiply" as "relay.op._make.fixed_point_multiply"
        => |op| op.type_relation("Identity").pattern(ElemWise).stateful(false)
            .arbitrary_layout();
}
