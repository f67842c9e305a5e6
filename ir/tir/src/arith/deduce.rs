//! Bounds of a variable that make a comparison hold.

use std::collections::HashSet;

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::int_set::{IntSet, IntervalSet, interval};
use super::operands::{all_operands, class, operands};
use super::term::{Operator, apply};
use super::{Analyzer, Domains, int_set_globals};
use crate::analysis::uses_var;
use crate::expr::Var;
use crate::functor::post_order;
use crate::op;

/// The side of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The expression is not less than the bound.
    AtLeast,
    /// The expression is not greater than the bound.
    AtMost,
    Equal,
}

impl Side {
    fn reversed(self) -> Self {
        match self {
            Self::AtLeast => Self::AtMost,
            Self::AtMost => Self::AtLeast,
            Self::Equal => Self::Equal,
        }
    }
}

/// Returns an interval of `var` in which `condition` holds for all values of the variables in
/// `relax`. `hints` has the domains of variables by which the signs of factors are known. The
/// interval is empty if no bound is found.
///
/// The condition is a comparison. `var` occurs once in it, in sums, differences, products and
/// quotients that are rounded down.
///
/// ```
/// use objet::DataType;
/// use objet::structural_equal;
/// use objet_tir::arith::{Domains, IntervalSet, deduce_bound};
/// use objet_tir::expr::Var;
/// use objet_tir::op;
///
/// let i = Var::new("i", DataType::int(32), None);
/// let j = Var::new("j", DataType::int(32), None);
/// let condition = op::less((&i * 2 + &j).expr()?, 100, None)?;
/// let relax = Domains::from([(j, IntervalSet::new(0, 8))]);
/// let set = deduce_bound(&i, &condition, &Domains::default(), &relax);
/// assert_eq!(op::as_const_int(&set.max_value), Some(45));
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "DeduceBound")]
pub fn deduce_bound(var: &Var, condition: &PrimExpr, hints: &Domains, relax: &Domains) -> IntervalSet {
    deduced(var, condition, hints, relax).unwrap_or_else(IntervalSet::nothing)
}

fn deduced(var: &Var, condition: &PrimExpr, hints: &Domains, relax: &Domains) -> Option<IntervalSet> {
    let mut analyzer = Analyzer::new();
    let (side, expr, bound) = normalized(var, condition)?;
    let (left, right) = (analyzer.int_set(&expr, relax), analyzer.int_set(&bound, relax));
    let is_point = |analyzer: &mut Analyzer, set: &IntervalSet| {
        set.is_single_point() || analyzer.can_prove_equal(&set.min_value, &set.max_value)
    };
    let (mut expr, mut bound) = match side {
        Side::AtLeast => (left.lower()?.clone(), right.upper()?.clone()),
        Side::AtMost => (left.upper()?.clone(), right.lower()?.clone()),
        Side::Equal if is_point(&mut analyzer, &left) && is_point(&mut analyzer, &right) => {
            (left.upper()?.clone(), right.lower()?.clone())
        }
        Side::Equal => return None,
    };
    let mut side = side;
    let users = users(&expr, var);
    while !expr.same_as(var) {
        let (operator, [Some(a), Some(b), None]) = operands(&expr)? else { return None };
        let is_left = match (users.contains(a), users.contains(b)) {
            (true, false) => true,
            (false, true) => false,
            _ => return None,
        };
        let (next, other) = if is_left { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
        bound = match (operator, is_left) {
            (Operator::Add, _) => apply(Operator::Sub, bound, other)?,
            (Operator::Sub, true) => apply(Operator::Add, bound, other)?,
            (Operator::Sub, false) => {
                side = side.reversed();
                apply(Operator::Sub, other, bound)?
            }
            (Operator::Mul, _) => {
                let factor = analyzer.int_set(&other, hints);
                let is_positive =
                    factor.lower().is_some_and(|least| analyzer.can_prove_greater_equal(least, 1));
                let is_negative = factor.upper().is_some_and(|most| analyzer.can_prove_less(most, 0));
                match (is_positive, is_negative) {
                    (true, _) => {}
                    (false, true) => side = side.reversed(),
                    (false, false) => return None,
                }
                let rest = op::floormod(&bound, &other, None).ok()?;
                let is_multiple = analyzer.can_prove_equal(&rest, &op::make_zero(rest.dtype, None).ok()?);
                let quotient = apply(Operator::FloorDiv, bound, other)?;
                match side {
                    _ if is_multiple => quotient,
                    Side::AtLeast => op::add(quotient, 1, None).ok()?,
                    Side::AtMost => quotient,
                    Side::Equal => return None,
                }
            }
            (Operator::FloorDiv, true) if analyzer.can_prove_greater_equal(&other, 1) => match side {
                Side::AtLeast => apply(Operator::Mul, bound, other)?,
                Side::AtMost => {
                    op::sub(apply(Operator::Mul, op::add(bound, 1, None).ok()?, other)?, 1, None).ok()?
                }
                Side::Equal => return None,
            },
            _ => return None,
        };
        expr = next;
    }
    let bound = analyzer.simplify(&bound, 2);
    Some(match side {
        Side::AtLeast => interval(Some(bound), None),
        Side::AtMost => interval(None, Some(bound)),
        Side::Equal => IntervalSet::single_point(bound),
    })
}

/// Returns the parts of an expression that contain a variable.
fn users(root: &PrimExpr, var: &Var) -> HashSet<PrimExpr> {
    let mut users = HashSet::new();
    for object in post_order(root) {
        let Ok(expr) = object.downcast::<PrimExpr>() else { continue };
        let is_user = expr.same_as(var) || {
            let operands = class(&expr).map(|class| all_operands(class, &expr));
            operands.into_iter().flatten().any(|operand| users.contains(&operand))
        };
        if is_user {
            users.insert(expr);
        }
    }
    users
}

/// Returns a comparison as a bound of the operand with the variable.
fn normalized(var: &Var, condition: &PrimExpr) -> Option<(Side, PrimExpr, PrimExpr)> {
    let (operator, [Some(a), Some(b), None]) = operands(condition)? else { return None };
    let uses = |expr: &PrimExpr| uses_var(expr, |used| used == var);
    let is_left = uses(a);
    if is_left == uses(b) {
        return None;
    }
    let (expr, other) = if is_left { (a, b) } else { (b, a) };
    let (side, is_strict) = match operator {
        Operator::EQ => return Some((Side::Equal, expr.clone(), other.clone())),
        Operator::LT => (Side::AtMost, true),
        Operator::LE => (Side::AtMost, false),
        Operator::GT => (Side::AtLeast, true),
        Operator::GE => (Side::AtLeast, false),
        _ => return None,
    };
    let side = if is_left { side } else { side.reversed() };
    let bound = match (side, is_strict) {
        (_, false) => other.clone(),
        (Side::AtLeast, true) => op::add(other, 1, None).ok()?,
        (_, true) => op::sub(other, 1, None).ok()?,
    };
    Some((side, expr.clone(), bound))
}

/// Returns an interval of `v` in which `cond` holds.
#[register_global("arith.DeduceBound")]
fn deduce_bound_of(
    v: Var,
    cond: PrimExpr,
    hint_map: Map<Var, IntSet>,
    relax_map: Map<Var, IntSet>,
) -> Result<IntervalSet, BoxError> {
    let hints = int_set_globals::domains(&hint_map)?;
    let relax = int_set_globals::domains(&relax_map)?;
    Ok(deduce_bound(&v, &cond, &hints, &relax))
}
