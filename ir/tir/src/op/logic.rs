//! Comparisons, boolean operators and selections.

use std::cmp::Ordering;

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{Bool, PrimExpr};
use objet_ir::span::Span;

use super::Checked;
use super::constant::{Number, as_const_int};
use super::types::matched;
use crate::builtin;
use crate::check::Check;
use crate::expr::{
    And, AndNode, Call, EQ, EQNode, GE, GENode, GT, GTNode, LE, LENode, LT, LTNode, NE, NENode, Not, NotNode,
    Or, OrNode, Select, SelectNode,
};

macro_rules! comparisons {
    ($($doc:literal $function:ident $wrapper:ident $node:ident $holds:expr;)*) => {
        $(
            #[doc = $doc]
            ///
            /// # Errors
            /// Returns the errors of the operands, or an error if their types cannot be converted
            /// to one type.
            pub fn $function(
                a: impl Into<Checked>,
                b: impl Into<Checked>,
                span: Option<Span>,
            ) -> Result<PrimExpr, ConstructError> {
                let (a, b) = matched($node::TYPE_KEY, a, b)?;
                if let (Some(left), Some(right)) = (Number::of(&a), Number::of(&b)) {
                    let holds: fn(Option<Ordering>) -> bool = $holds;
                    return Ok(Bool::from(holds(left.partial_cmp(&right))).upcast());
                }
                Ok($wrapper::new(a, b, span)?.upcast())
            }
        )*
    };
}

comparisons! {
    "`a == b`" equal EQ EQNode |order| order == Some(Ordering::Equal);
    "`a != b`" not_equal NE NENode |order| order != Some(Ordering::Equal);
    "`a < b`" less LT LTNode |order| order == Some(Ordering::Less);
    "`a <= b`" less_equal LE LENode |order| order.is_some_and(Ordering::is_le);
    "`a > b`" greater GT GTNode |order| order == Some(Ordering::Greater);
    "`a >= b`" greater_equal GE GENode |order| order.is_some_and(Ordering::is_ge);
}

/// `a && b`. A constant operand is folded.
///
/// # Errors
/// Returns the errors of the operands, or an error if they are not booleans with equal lanes.
pub fn logical_and(
    a: impl Into<Checked>,
    b: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let (a, b) = booleans(AndNode::TYPE_KEY, a, b)?;
    Ok(match (as_const_int(&a), as_const_int(&b)) {
        (Some(0), _) => a,
        (Some(_), _) => b,
        (None, Some(0)) => b,
        (None, Some(_)) => a,
        (None, None) => And::new(a, b, span)?.upcast(),
    })
}

/// `a || b`. A constant operand is folded.
///
/// # Errors
/// Returns the errors of the operands, or an error if they are not booleans with equal lanes.
pub fn logical_or(
    a: impl Into<Checked>,
    b: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let (a, b) = booleans(OrNode::TYPE_KEY, a, b)?;
    Ok(match (as_const_int(&a), as_const_int(&b)) {
        (Some(0), _) => b,
        (Some(_), _) => a,
        (None, Some(0)) => a,
        (None, Some(_)) => b,
        (None, None) => Or::new(a, b, span)?.upcast(),
    })
}

/// `!a`
///
/// # Errors
/// Returns the error of `a`, or an error if `a` is not a boolean.
pub fn logical_not(a: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let a = a.into().expr()?;
    Check(NotNode::TYPE_KEY).bool(("a", &a))?;
    match as_const_int(&a) {
        Some(value) => Ok(Bool::from(value == 0).upcast()),
        None => Ok(Not::new(a, span)?.upcast()),
    }
}

/// `true_value` if `cond` is true, otherwise `false_value`. Only the selected value is evaluated. A
/// constant condition is folded.
///
/// # Errors
/// Returns the errors of the operands, or an error if `cond` is not a boolean scalar, or if the
/// types of the values cannot be converted to one type.
pub fn if_then_else(
    cond: impl Into<Checked>,
    true_value: impl Into<Checked>,
    false_value: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    const NODE: &str = "tir.if_then_else";
    let cond = cond.into().expr()?;
    Check(NODE).dtype("cond", cond.dtype, cond.dtype == DataType::BOOL, "a boolean scalar")?;
    let (true_value, false_value) = matched(NODE, true_value, false_value)?;
    Ok(match as_const_int(&cond) {
        Some(0) => false_value,
        Some(_) => true_value,
        None => {
            let dtype = true_value.dtype;
            Call::of(dtype, builtin::if_then_else(), [cond, true_value, false_value], span).upcast()
        }
    })
}

/// `true_value` where `cond` is true, otherwise `false_value`. Both values are evaluated. A
/// constant condition is folded.
///
/// # Errors
/// Returns the errors of the operands, or an error in these cases:
///
/// - `cond` is neither a boolean scalar nor a boolean vector with as many lanes as the values.
/// - The types of the values cannot be converted to one type.
pub fn select(
    cond: impl Into<Checked>,
    true_value: impl Into<Checked>,
    false_value: impl Into<Checked>,
    span: Option<Span>,
) -> Result<PrimExpr, ConstructError> {
    let cond = cond.into().expr()?;
    Check(SelectNode::TYPE_KEY).bool(("condition", &cond))?;
    let (true_value, false_value) = matched(SelectNode::TYPE_KEY, true_value, false_value)?;
    Ok(match as_const_int(&cond) {
        Some(0) => false_value,
        Some(_) => true_value,
        None => Select::new(cond, true_value, false_value, span)?.upcast(),
    })
}

/// Marks `cond` as likely to be true.
///
/// # Errors
/// Returns the error of `cond`.
pub fn likely(cond: impl Into<Checked>, span: Option<Span>) -> Result<PrimExpr, ConstructError> {
    let cond = cond.into().expr()?;
    Ok(match as_const_int(&cond) {
        Some(_) => cond,
        None => Call::of(cond.dtype, builtin::likely(), [cond], span).upcast(),
    })
}

/// Checks that both operands are booleans with equal lanes.
fn booleans(
    node: &'static str,
    a: impl Into<Checked>,
    b: impl Into<Checked>,
) -> Result<(PrimExpr, PrimExpr), ConstructError> {
    let (a, b) = (a.into().expr()?, b.into().expr()?);
    let check = Check(node);
    check.bool(("a", &a))?;
    check.bool(("b", &b))?;
    check.same_dtype(("a", a.dtype), ("b", b.dtype))?;
    Ok((a, b))
}
