//! Renaming of variables that are bound more than once.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::PrimExpr;

use super::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use super::stmt_parts::{pointer_of, rewrite_parts};
use crate::expr::{Let, LetNode, Var};
use crate::functor::{StmtExprMutator, post_order, substitute};
use crate::stmt::{Allocate, AllocateNode, For, ForNode, LetStmt, LetStmtNode, Stmt};

/// Gives each let, loop and allocation of a statement a variable of its own. A statement with one
/// of these is copied for each of its places.
///
/// # Errors
/// Returns an error if a statement cannot be rebuilt, or if too many statements are copied.
pub(crate) fn convert_ssa(stmt: Stmt) -> Result<Stmt, RewriteError> {
    rewrite_stmt(stmt, &mut Renaming::default())
}

#[derive(Default)]
struct Renaming {
    bound: HashSet<Var>,
    /// The new names of variables in scope, the last one inside.
    names: HashMap<Var, Vec<Var>>,
    /// For each entered statement, the variable that it renames.
    renamed: Vec<Option<Var>>,
    has_names: usize,
    /// Whether a statement bound a variable.
    has_bound: bool,
}

impl Renaming {
    fn name_of(&self, var: &Var) -> Option<Var> {
        self.names.get(var).and_then(|names| names.last()).cloned()
    }

    /// Returns a new variable if a variable is already bound elsewhere.
    fn bind(&mut self, var: &Var) -> Option<Var> {
        self.has_bound = true;
        (!self.bound.insert(var.clone())).then(|| var.copy_with_name(var.name_hint.clone()))
    }

    /// Renames the variables of an expression.
    fn expr(&mut self, expr: PrimExpr) -> Result<PrimExpr, RewriteError> {
        let lets: Vec<Var> = post_order(&expr)
            .filter_map(|part| part.downcast::<Let>().ok())
            .map(|part| part.var.clone())
            .collect();
        let mut expr = expr;
        if self.has_names > 0 {
            expr = substitute(expr, |var| self.name_of(var).map(Var::upcast))?;
        }
        let mut again: HashMap<Var, Var> = HashMap::new();
        for var in lets {
            if let Some(new) = self.bind(&var) {
                again.insert(var, new);
            }
        }
        if again.is_empty() {
            return Ok(expr);
        }
        NewLets { names: again }.mutate(expr)
    }
}

/// Renames the variables of lets, in their bodies.
struct NewLets {
    names: HashMap<Var, Var>,
}

impl StmtExprMutator for NewLets {
    type Error = RewriteError;

    fn visit_let(&mut self, binding: Let) -> Result<PrimExpr, RewriteError> {
        let LetNode { var, value, body, .. } = &*binding;
        let Some(new) = self.names.remove(var) else { return Ok(binding.upcast()) };
        let body = substitute(body.clone(), |used| (used == var).then(|| new.clone().upcast()))?;
        Ok(Let::new(new, value.clone(), body, binding.span.clone())?.upcast())
    }
}

impl ScopedRewriter for Renaming {
    type Error = RewriteError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        if bound_by(stmt).is_some() { Scope::New } else { Scope::Same }
    }

    fn take_effect(&mut self) -> bool {
        std::mem::take(&mut self.has_bound)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, RewriteError> {
        let new = pointer_of(&stmt).and_then(|var| self.name_of(&var));
        let stmt = rewrite_parts(stmt, &mut |expr| self.expr(expr), &|_| new.clone())?;
        let var = bound_by(&stmt);
        let new = var.as_ref().and_then(|var| self.bind(var));
        let (Some(var), Some(new)) = (var, new) else {
            self.renamed.push(None);
            return Ok(EnterStmt::Inside(stmt));
        };
        self.names.entry(var.clone()).or_default().push(new.clone());
        self.has_names += 1;
        self.renamed.push(Some(var));
        Ok(EnterStmt::Inside(with_variable(stmt, new)))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, RewriteError> {
        if let Some(Some(var)) = self.renamed.pop() {
            self.has_names -= 1;
            self.names.get_mut(&var).and_then(Vec::pop);
        }
        Ok(stmt)
    }
}

/// Returns the variable that a statement binds.
fn bound_by(stmt: &Stmt) -> Option<Var> {
    match_node!(match stmt {
        node @ LetStmtNode => Some(node.var.clone()),
        node @ ForNode => Some(node.loop_var.clone()),
        node @ AllocateNode => Some(node.buffer_var.clone()),
        _ => None,
    })
}

/// Returns a statement that binds another variable.
fn with_variable(stmt: Stmt, var: Var) -> Stmt {
    let object = stmt.clone().into_object_ref();
    if let Ok(mut node) = object.clone().downcast::<For>() {
        *node.make_mut().loop_var = var;
        return node.upcast();
    }
    if let Ok(mut node) = object.clone().downcast::<LetStmt>() {
        *node.make_mut().var = var;
        return node.upcast();
    }
    if let Ok(mut node) = object.downcast::<Allocate>() {
        *node.make_mut().buffer_var = var;
        return node.upcast();
    }
    stmt
}
