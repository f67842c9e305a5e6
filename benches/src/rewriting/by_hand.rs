//! The pass as recursive functions over the same nodes, and over an enum in an `Arc`.

use std::sync::Arc;

use objet::prelude::*;

use super::nodes::{Add, AddNode, Expr, Mul, MulNode, NumberNode, VarNode};

fn is_zero(expr: &Expr) -> bool {
    expr.as_node::<NumberNode>().is_some_and(|number| number.value == 0)
}

/// Returns the sum of all numbers.
pub(super) fn sum(expr: &Expr) -> i64 {
    if let Some(add) = expr.as_node::<AddNode>() {
        sum(&add.lhs) + sum(&add.rhs)
    } else if let Some(mul) = expr.as_node::<MulNode>() {
        sum(&mul.lhs) + sum(&mul.rhs)
    } else {
        expr.as_node::<NumberNode>().map_or(0, |number| number.value)
    }
}

/// Returns the simplified expression. The original stays.
pub(super) fn kept(expr: &Expr) -> Expr {
    if let Some(add) = expr.as_node::<AddNode>() {
        let (lhs, rhs) = (kept(&add.lhs), kept(&add.rhs));
        if is_zero(&lhs) {
            rhs
        } else if is_zero(&rhs) {
            lhs
        } else if lhs.same_as(&add.lhs) && rhs.same_as(&add.rhs) {
            expr.clone()
        } else {
            Add::new(lhs, rhs).upcast()
        }
    } else if let Some(mul) = expr.as_node::<MulNode>() {
        let (lhs, rhs) = (kept(&mul.lhs), kept(&mul.rhs));
        if is_zero(&lhs) {
            lhs
        } else if is_zero(&rhs) {
            rhs
        } else if lhs.same_as(&mul.lhs) && rhs.same_as(&mul.rhs) {
            expr.clone()
        } else {
            Mul::new(lhs, rhs).upcast()
        }
    } else {
        expr.clone()
    }
}

/// Simplifies an expression that nothing else refers to, in place. `none` takes the place of
/// operands that are moved out.
pub(super) fn owned(expr: Expr, none: &Expr) -> Expr {
    let expr = match expr.downcast::<Add>() {
        Ok(mut add) => {
            let fields = add.make_mut();
            *fields.lhs = owned(std::mem::replace(fields.lhs, none.clone()), none);
            *fields.rhs = owned(std::mem::replace(fields.rhs, none.clone()), none);
            return if is_zero(&add.lhs) {
                add.rhs.clone()
            } else if is_zero(&add.rhs) {
                add.lhs.clone()
            } else {
                add.upcast()
            };
        }
        Err(error) => error.into_object(),
    };
    match expr.downcast::<Mul>() {
        Ok(mut mul) => {
            let fields = mul.make_mut();
            *fields.lhs = owned(std::mem::replace(fields.lhs, none.clone()), none);
            *fields.rhs = owned(std::mem::replace(fields.rhs, none.clone()), none);
            if is_zero(&mul.lhs) {
                mul.lhs.clone()
            } else if is_zero(&mul.rhs) {
                mul.rhs.clone()
            } else {
                mul.upcast()
            }
        }
        Err(error) => error.into_object(),
    }
}

/// The same expressions as a closed enum.
#[expect(dead_code, reason = "the enum has the content of the nodes")]
pub(super) enum Tree {
    Number(u32, i64),
    Var(u32, Arc<str>),
    Add(u32, Arc<Tree>, Arc<Tree>),
    Mul(u32, Arc<Tree>, Arc<Tree>),
}

impl Tree {
    pub(super) fn of(expr: &Expr) -> Arc<Self> {
        let line = expr.line;
        Arc::new(if let Some(add) = expr.as_node::<AddNode>() {
            Self::Add(line, Self::of(&add.lhs), Self::of(&add.rhs))
        } else if let Some(mul) = expr.as_node::<MulNode>() {
            Self::Mul(line, Self::of(&mul.lhs), Self::of(&mul.rhs))
        } else if let Some(number) = expr.as_node::<NumberNode>() {
            Self::Number(line, number.value)
        } else {
            Self::Var(line, expr.as_node::<VarNode>().map_or("", |var| var.name.as_str()).into())
        })
    }

    fn is_zero(&self) -> bool {
        matches!(self, Self::Number(_, 0))
    }

    /// Returns the simplified expression. The original stays.
    pub(super) fn kept(expr: &Arc<Self>) -> Arc<Self> {
        let (line, old_lhs, old_rhs, is_add) = match &**expr {
            Self::Add(line, lhs, rhs) => (*line, lhs, rhs, true),
            Self::Mul(line, lhs, rhs) => (*line, lhs, rhs, false),
            Self::Number(..) | Self::Var(..) => return expr.clone(),
        };
        let (lhs, rhs) = (Self::kept(old_lhs), Self::kept(old_rhs));
        if lhs.is_zero() {
            if is_add { rhs } else { lhs }
        } else if rhs.is_zero() {
            if is_add { lhs } else { rhs }
        } else if Arc::ptr_eq(&lhs, old_lhs) && Arc::ptr_eq(&rhs, old_rhs) {
            expr.clone()
        } else {
            Arc::new(if is_add { Self::Add(line, lhs, rhs) } else { Self::Mul(line, lhs, rhs) })
        }
    }
}
