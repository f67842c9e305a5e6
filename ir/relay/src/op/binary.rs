//! Operators on the elements of two tensors, the axes of which are stretched to fit.

use objet_ir::op::OpBuilder;
use objet_ir::op::OpPatternKind::Broadcast;

use crate::operators;

/// The relation and the pattern of operators on the elements of two tensors.
fn broadcast(op: OpBuilder) -> OpBuilder {
    op.type_relation("Broadcast").pattern(Broadcast).stateful(false)
}

/// The relation and the pattern of comparisons.
fn comparison(op: OpBuilder) -> OpBuilder {
    broadcast(op).type_relation("BroadcastComp")
}

/// Declares operators on the elements of two tensors, with what they have in common with others and their support levels.
macro_rules! binary_operators {
    ($($(#[doc = $doc:literal])+ $maker:ident = $name:literal, $common:ident, level $level:literal;)+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                lhs: "Tensor" = "The left operand.",
                rhs: "Tensor" = "The right operand.",
            ) = $name as (concat!("relay.op._make.", $name)) => |op| $common(op).support_level($level);
        )+ }
    };
}

binary_operators! {
    /// The sum of two tensors.
    add = "add", broadcast, level 1;

    /// The bits that are set in both.
    bitwise_and = "bitwise_and", broadcast, level 4;

    /// The bits that are set in one or both.
    bitwise_or = "bitwise_or", broadcast, level 4;

    /// The bits that are set in exactly one.
    bitwise_xor = "bitwise_xor", broadcast, level 4;

    /// The quotient of two tensors; of integers, without its fraction.
    divide = "divide", broadcast, level 1;

    /// Whether both elements are the same.
    equal = "equal", comparison, level 4;

    /// The quotient of two tensors, rounded down.
    floor_divide = "floor_divide", broadcast, level 1;

    /// What remains when the quotient is rounded down: it has the sign of the divisor.
    floor_mod = "floor_mod", broadcast, level 1;

    /// Whether the left element is greater.
    greater = "greater", comparison, level 4;

    /// Whether the left element is greater or the same.
    greater_equal = "greater_equal", comparison, level 4;

    /// The left element, with its bits moved up by as many places as the right one says.
    left_shift = "left_shift", broadcast, level 4;

    /// Whether the left element is less.
    less = "less", comparison, level 4;

    /// Whether the left element is less or the same.
    less_equal = "less_equal", comparison, level 4;

    /// Whether both elements are true.
    logical_and = "logical_and", broadcast, level 4;

    /// Whether one element or both are true.
    logical_or = "logical_or", broadcast, level 4;

    /// Whether exactly one element is true.
    logical_xor = "logical_xor", broadcast, level 4;

    /// The greater of the two elements.
    maximum = "maximum", broadcast, level 4;

    /// The lesser of the two elements.
    minimum = "minimum", broadcast, level 4;

    /// What remains when the quotient is rounded towards zero: it has the sign of the dividend.
    mod_ = "mod", broadcast, level 1;

    /// The product of two tensors.
    multiply = "multiply", broadcast, level 1;

    /// Whether the elements differ.
    not_equal = "not_equal", comparison, level 4;

    /// The left element to the power of the right one.
    power = "power", broadcast, level 4;

    /// The left element, with its bits moved down by as many places as the right one says.
    right_shift = "right_shift", broadcast, level 4;

    /// The difference of two tensors.
    subtract = "subtract", broadcast, level 1;
}
