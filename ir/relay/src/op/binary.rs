//! Element-wise operators on two tensors, with broadcasting.

use objet_ir::op::OpBuilder;
use objet_ir::op::OpPatternKind::Broadcast;
use objet_tir::topi;

use super::compute::Compute;
use crate::op::infer_layout::InferLayout;
use crate::operators;

/// Sets the relation and the pattern of element-wise operators on two tensors.
fn broadcast(op: OpBuilder) -> OpBuilder {
    op.type_relation("Broadcast").pattern(Broadcast).stateful(false).broadcast_layout()
}

/// Sets the relation and the pattern of comparisons.
fn comparison(op: OpBuilder) -> OpBuilder {
    broadcast(op).type_relation("BroadcastComp")
}

/// Declares element-wise operators on two tensors, each with its common properties and its support
/// level. The compute function has the name of the function that creates calls.
macro_rules! binary_operators {
    ($($(#[doc = $doc:literal])+ $maker:ident = $name:literal, $common:ident, level $level:literal;)+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                lhs: "Tensor" = "The left operand.",
                rhs: "Tensor" = "The right operand.",
            ) = $name as (concat!("relay.op._make.", $name))
                => |op| $common(op).support_level($level).compute(|call| {
                    Ok(vec![topi::$maker(call.input(0)?, call.input(1)?)?])
                });
        )+ }
    };
}

binary_operators! {
    /// Adds two tensors.
    add = "add", broadcast, level 1;

    /// Computes the bitwise AND.
    bitwise_and = "bitwise_and", broadcast, level 4;

    /// Computes the bitwise OR.
    bitwise_or = "bitwise_or", broadcast, level 4;

    /// Computes the bitwise XOR.
    bitwise_xor = "bitwise_xor", broadcast, level 4;

    /// Divides two tensors. Integer quotients are truncated.
    divide = "divide", broadcast, level 1;

    /// Returns whether the elements are equal.
    equal = "equal", comparison, level 4;

    /// Divides two tensors and rounds the quotient down.
    floor_divide = "floor_divide", broadcast, level 1;

    /// Computes the remainder of the division that rounds down. The remainder has the sign of the
    /// divisor.
    floor_mod = "floor_mod", broadcast, level 1;

    /// Returns whether the left element is greater.
    greater = "greater", comparison, level 4;

    /// Returns whether the left element is greater or equal.
    greater_equal = "greater_equal", comparison, level 4;

    /// Shifts the left element to the left by the number of bits in the right element.
    left_shift = "left_shift", broadcast, level 4;

    /// Returns whether the left element is less.
    less = "less", comparison, level 4;

    /// Returns whether the left element is less or equal.
    less_equal = "less_equal", comparison, level 4;

    /// Computes the logical AND.
    logical_and = "logical_and", broadcast, level 4;

    /// Computes the logical OR.
    logical_or = "logical_or", broadcast, level 4;

    /// Computes the logical XOR.
    logical_xor = "logical_xor", broadcast, level 4;

    /// Returns the greater of both elements.
    maximum = "maximum", broadcast, level 4;

    /// Returns the lesser of both elements.
    minimum = "minimum", broadcast, level 4;

    /// Computes the remainder of the division that truncates. The remainder has the sign of the
    /// dividend.
    mod_ = "mod", broadcast, level 1;

    /// Multiplies two tensors.
    multiply = "multiply", broadcast, level 1;

    /// Returns whether the elements differ.
    not_equal = "not_equal", comparison, level 4;

    /// Raises the left element to the power of the right element.
    power = "power", broadcast, level 4;

    /// Shifts the left element to the right by the number of bits in the right element.
    right_shift = "right_shift", broadcast, level 4;

    /// Subtracts the right tensor from the left tensor.
    subtract = "subtract", broadcast, level 1;
}
