//! Bitwise operators on integers, which are calls of intrinsics.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::op::Op;
use objet_ir::span::Span;

use super::Checked;
use super::arithmetic::is_index;
use super::constant::{Number, int_constant};
use super::types::matched;
use crate::builtin;
use crate::check::Check;
use crate::expr::Call;

/// Applies an operator to two integers. Constants of a type of indices are folded.
fn apply(
    op: Op,
    node: &'static str,
    fold: fn(i128, i128) -> i128,
    a: impl Into<Checked>,
    b: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let (a, b) = integers(node, a, b)?;
    let folded = match (Number::of(&a), Number::of(&b)) {
        (Some(Number::Int(left)), Some(Number::Int(right))) if is_index(a.dtype) => {
            int_constant(a.dtype, fold(left, right))
        }
        _ => None,
    };
    Ok(folded.unwrap_or_else(|| Call::of(a.dtype, op, [a, b], span).upcast()))
}

/// Applies a shift. A constant shift must be less than the number of bits of the type.
fn shift(
    op: Op,
    node: &'static str,
    fold: fn(i128, i128) -> i128,
    a: impl Into<Checked>,
    b: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let (a, b) = integers(node, a, b)?;
    match Number::of(&b) {
        Some(Number::Int(0)) if is_index(a.dtype) => return Ok(a),
        Some(Number::Int(bits)) => {
            let holds = (0..a.dtype.bits.into()).contains(&bits);
            let expected = "at least 0 and less than the bits of the type";
            Check(node).number("b", bits.clamp(i64::MIN.into(), i64::MAX.into()) as i64, holds, expected)?;
        }
        _ => {}
    }
    apply(op, node, fold, a, b, span)
}

/// Converts two integers to one type.
fn integers(
    node: &'static str,
    a: impl Into<Checked>,
    b: impl Into<Checked>,
) -> Result<(PrimExpr, PrimExpr), ConstructError> {
    let (a, b) = (a.into().expr()?, b.into().expr()?);
    Check(node).integer(("a", &a))?;
    Check(node).integer(("b", &b))?;
    matched(node, a, b)
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident = $apply:ident $builtin:ident $node:literal $fold:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// Returns the errors of the operands, or an error if they are not integers or cannot
            /// be converted to one type.
            pub fn $function(
                a: impl Into<Checked>,
                b: impl Into<Checked>,
                span: Option<Span>,
            ) -> Result<PrimExpr, ConstructError> {
                $apply(builtin::$builtin(), $node, $fold, a, b, span)
            }
        )*
    };
}

functions! {
    /// `a << b`. A constant `b` must be less than the number of bits of the type.
    left_shift = shift shift_left "tir.shift_left" |a, b| a << b;
    /// `a >> b`, which keeps the sign. A constant `b` must be less than the number of bits of the
    /// type.
    right_shift = shift shift_right "tir.shift_right" |a, b| a >> b;
    /// The bitwise AND `a & b`.
    bitwise_and = apply bitwise_and "tir.bitwise_and" |a, b| a & b;
    /// The bitwise OR `a | b`.
    bitwise_or = apply bitwise_or "tir.bitwise_or" |a, b| a | b;
    /// The bitwise XOR `a ^ b`.
    bitwise_xor = apply bitwise_xor "tir.bitwise_xor" |a, b| a ^ b;
}

/// The bitwise complement of `a`.
///
/// # Errors
/// Returns the error of `a`, or an error if `a` is not an integer.
pub fn bitwise_neg(a: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let a = a.into().expr()?;
    Check("tir.bitwise_not").integer(("a", &a))?;
    Ok(Call::of(a.dtype, builtin::bitwise_not(), [a], span).upcast())
}
