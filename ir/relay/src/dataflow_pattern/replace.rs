//! Replacement of expressions in a graph, bottom-up.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use super::error::PatternError;
use super::expr_graph::Address;
pub(crate) use super::expr_graph::operands;
use crate::adt::{Clause, Match};
use crate::expr::{Call, Function, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var};
use crate::scope::{is_foreign, with_foreign_operands};

/// The new expressions of those that changed.
#[derive(Default)]
pub(crate) struct Replaced(HashMap<Address, RelayExpr>);

impl Replaced {
    /// Returns the new expression of an expression.
    pub(crate) fn of(&self, expr: &RelayExpr) -> RelayExpr {
        self.0.get(&Address::of(expr)).unwrap_or(expr).clone()
    }

    pub(crate) fn insert(&mut self, expr: &RelayExpr, new: RelayExpr) {
        if new != *expr {
            self.0.insert(Address::of(expr), new);
        }
    }

    /// Returns the expression with new operands. The result has no type, if an operand changed.
    pub(crate) fn rebuild(&self, expr: &RelayExpr) -> Result<RelayExpr, PatternError> {
        if !self.0.is_empty() && is_foreign(expr) {
            let new = with_foreign_operands(expr, |operand| self.of(operand))?;
            return Ok(if new.same_as(expr) { new } else { untyped(new) });
        }
        let changed = |operand: &RelayExpr| self.0.contains_key(&Address::of(operand));
        if self.0.is_empty() || !operands(expr).any(changed) {
            return Ok(expr.clone());
        }
        self.with_new_operands(expr).map(untyped)
    }

    fn with_new_operands(&self, expr: &RelayExpr) -> Result<RelayExpr, PatternError> {
        let all = |exprs: &Array<RelayExpr>| exprs.iter().map(|expr| self.of(expr)).collect::<Array<_>>();
        if let Some(call) = expr.downcast_ref::<Call>() {
            let mut new = call.clone();
            let fields = new.make_mut();
            *fields.op = self.of(&call.op);
            *fields.args = all(&call.args);
            return Ok(new.upcast());
        }
        if let Some(tuple) = expr.downcast_ref::<Tuple>() {
            let mut new = tuple.clone();
            *new.make_mut().fields = all(&tuple.fields);
            return Ok(new.upcast());
        }
        if let Some(item) = expr.downcast_ref::<TupleGetItem>() {
            let mut new = item.clone();
            *new.make_mut().tuple_value = self.of(&item.tuple_value);
            return Ok(new.upcast());
        }
        if let Some(function) = expr.downcast_ref::<Function>() {
            let mut new = function.clone();
            let fields = new.make_mut();
            let params: Result<Vec<_>, _> =
                function.params.iter().map(|param| self.bound(param, expr)).collect();
            *fields.params = params?.into();
            *fields.body = self.of(&function.body);
            return Ok(new.upcast());
        }
        if let Some(node) = expr.downcast_ref::<Let>() {
            let mut new = node.clone();
            let fields = new.make_mut();
            *fields.var = self.bound(&node.var, expr)?;
            *fields.value = self.of(&node.value);
            *fields.body = self.of(&node.body);
            return Ok(new.upcast());
        }
        if let Some(node) = expr.downcast_ref::<If>() {
            let mut new = node.clone();
            let fields = new.make_mut();
            *fields.cond = self.of(&node.cond);
            *fields.true_branch = self.of(&node.true_branch);
            *fields.false_branch = self.of(&node.false_branch);
            return Ok(new.upcast());
        }
        if let Some(node) = expr.downcast_ref::<Match>() {
            let mut new = node.clone();
            let fields = new.make_mut();
            let clause = |clause: &Clause| Clause::new(clause.lhs.clone(), self.of(&clause.rhs));
            *fields.data = self.of(&node.data);
            *fields.clauses = node.clauses.iter().map(clause).collect();
            return Ok(new.upcast());
        }
        if let Some(create) = expr.downcast_ref::<RefCreate>() {
            let mut new = create.clone();
            *new.make_mut().value = self.of(&create.value);
            return Ok(new.upcast());
        }
        if let Some(read) = expr.downcast_ref::<RefRead>() {
            let mut new = read.clone();
            *new.make_mut().reference = self.of(&read.reference);
            return Ok(new.upcast());
        }
        if let Some(write) = expr.downcast_ref::<RefWrite>() {
            let mut new = write.clone();
            let fields = new.make_mut();
            *fields.reference = self.of(&write.reference);
            *fields.value = self.of(&write.value);
            return Ok(new.upcast());
        }
        Ok(expr.clone())
    }

    /// Returns the new variable at its binding.
    fn bound(&self, var: &Var, binder: &RelayExpr) -> Result<Var, PatternError> {
        self.of(var.upcast_ref()).downcast().map_err(|found| PatternError::Binding {
            var: var.name_hint().to_string(),
            binder: binder.type_key(),
            found: found.into_object().type_key(),
        })
    }
}

fn untyped(mut expr: RelayExpr) -> RelayExpr {
    *expr.make_mut().checked_type = None;
    expr
}
