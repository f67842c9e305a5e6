//! Moving of conditions out of loops.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::PrimExpr;

use super::partition_candidates::thread_axis;
use crate::analysis::{is_pure, uses_var};
use crate::effort::Effort;
use crate::expr::Var;
use crate::functor::StmtExprMutator;
use crate::stmt::{AttrStmt, For, IfThenElse, IfThenElseNode, Stmt};
use crate::transform::convert_ssa::convert_ssa;
use crate::transform::prim_func_pass::body_pass;
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use crate::transform::{HoistIfThenElseConfig, PrimFuncPass};

/// Creates a pass that moves conditions out of loops. The option `tir.HoistIfThenElse` also moves
/// them out of thread axes.
#[register_global("tir.transform.HoistIfThenElse")]
fn pass() -> PrimFuncPass {
    body_pass("tir.HoistIfThenElse", |body, context| -> Result<Stmt, objet_ir::transform::BoxError> {
        let config = context.get_config::<HoistIfThenElseConfig>("tir.HoistIfThenElse")?;
        Ok(hoist_if_then_else(body, config.is_some_and(|config| config.support_block_scope_hosting))?)
    })
}

/// Creates a pass that moves conditions out of loops.
#[register_global("tir.transform.HoistIfThenElseBasic")]
fn basic_pass() -> PrimFuncPass {
    body_pass("tir.HoistIfThenElseBasic", |body, _| hoist_if_then_else(body, false))
}

/// Moves conditions out of the loops whose whole body they select, as far as they do not depend on
/// the loops. If `out_of_threads` is set, they also move out of thread axes. Conditions that read
/// memory stay, because the loops may write it. If many conditions are inside of many loops, they
/// do not move out of the outer loops.
///
/// # Errors
/// Returns an error if a statement cannot be rebuilt.
#[doc(alias = "HoistIfThenElse")]
pub fn hoist_if_then_else(body: Stmt, out_of_threads: bool) -> Result<Stmt, RewriteError> {
    let effort = Effort::of(&body);
    let hoisted = Hoisting { out_of_threads, effort }.mutate(body.clone())?;
    if hoisted.same_as(&body) { Ok(body) } else { convert_ssa(hoisted) }
}

struct Hoisting {
    out_of_threads: bool,
    /// The conditions that move.
    effort: Effort,
}

/// Whether a condition depends neither on a variable nor on memory.
fn is_free(condition: &PrimExpr, var: &Var) -> bool {
    is_pure(condition) && !uses_var(condition, |used| used == var)
}

/// A branch, and branches without an else case that are the whole then case of each other.
struct Chain {
    branches: Vec<IfThenElse>,
    body: Stmt,
}

impl Chain {
    /// Returns the branches from `stmt` on. A branch with an else case or a condition that reads
    /// memory is not part of the chain.
    fn of(stmt: &Stmt) -> Self {
        let (mut branches, mut body) = (Vec::new(), stmt.clone());
        while let Some(branch) = body.as_object_ref().downcast_ref::<IfThenElse>()
            && branch.else_case.is_none()
            && is_pure(&branch.condition)
        {
            let branch = branch.clone();
            body = branch.then_case.clone();
            branches.push(branch);
        }
        Self { branches, body }
    }

    fn has_free(&self, var: &Var) -> bool {
        self.branches.iter().any(|branch| is_free(&branch.condition, var))
    }
}

/// Returns the branches around a statement.
fn around(branches: impl DoubleEndedIterator<Item = IfThenElse>, body: Stmt) -> Stmt {
    branches.rev().fold(body, |body, mut branch| {
        *branch.make_mut().then_case = body;
        branch.upcast()
    })
}

impl Hoisting {
    /// Whether a condition can move out of a statement whose body is `body`.
    fn can_hoist(&mut self, body: &Stmt, var: &Var) -> bool {
        let Some(branch) = body.as_node::<IfThenElseNode>() else { return false };
        self.takes_branches(body) && (is_free(&branch.condition, var) || Chain::of(body).has_free(var))
    }

    /// Takes the conditions of the branches that are examined. Returns `false` if they are too
    /// many.
    fn takes_branches(&mut self, body: &Stmt) -> bool {
        let mut pending = vec![body.clone()];
        while let Some(stmt) = pending.pop() {
            let Some(branch) = stmt.as_node::<IfThenElseNode>() else { continue };
            if !self.effort.take_parts(&branch.condition) {
                return false;
            }
            pending.extend([branch.then_case.clone()].into_iter().chain(branch.else_case.clone()));
        }
        true
    }
}

/// Moves a statement with one body into the branches that select its body.
struct Sink<'a, F> {
    var: &'a Var,
    with_body: F,
}

impl<F: Fn(Stmt) -> Stmt> ScopedRewriter for Sink<'_, F> {
    type Error = RewriteError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, RewriteError> {
        let branch = stmt.as_node::<IfThenElseNode>();
        if branch.is_some_and(|branch| is_free(&branch.condition, self.var)) {
            return Ok(EnterStmt::Inside(stmt));
        }
        let chain = Chain::of(&stmt);
        if !chain.has_free(self.var) {
            return Ok(EnterStmt::Done((self.with_body)(stmt)));
        }
        let (free, bound): (Vec<_>, Vec<_>) =
            chain.branches.into_iter().partition(|branch| is_free(&branch.condition, self.var));
        let inner = (self.with_body)(around(bound.into_iter(), chain.body));
        Ok(EnterStmt::Done(around(free.into_iter(), inner)))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, RewriteError> {
        Ok(stmt)
    }
}

impl StmtExprMutator for Hoisting {
    type Error = RewriteError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<objet::walk::Enter, RewriteError> {
        Ok(objet::walk::Enter::Keep)
    }

    fn visit_for(&mut self, stmt: For) -> Result<Stmt, RewriteError> {
        if !self.can_hoist(&stmt.body, &stmt.loop_var) {
            return Ok(stmt.upcast());
        }
        let with_body = |body: Stmt| {
            let mut turns = stmt.clone();
            *turns.make_mut().body = body;
            turns.upcast()
        };
        rewrite_stmt(stmt.body.clone(), &mut Sink { var: &stmt.loop_var, with_body })
    }

    fn visit_attr_stmt(&mut self, stmt: AttrStmt) -> Result<Stmt, RewriteError> {
        let axis =
            thread_axis(&stmt).filter(|axis| self.out_of_threads && self.can_hoist(&stmt.body, &axis.var));
        let Some(axis) = axis else { return Ok(stmt.upcast()) };
        let with_body = |body: Stmt| {
            let mut attr = stmt.clone();
            *attr.make_mut().body = body;
            attr.upcast()
        };
        rewrite_stmt(stmt.body.clone(), &mut Sink { var: &axis.var, with_body })
    }
}
