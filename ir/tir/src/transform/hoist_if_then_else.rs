//! Moving of conditions out of loops.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::PrimExpr;

use super::convert_ssa::convert_ssa;
use super::partition_candidates::thread_axis;
use super::prim_func_pass::body_pass;
use super::stmt_tree::{Enter, StmtTreeMutator};
use super::{HoistIfThenElseConfig, PrimFuncPass};
use crate::analysis::{is_pure, uses_var};
use crate::expr::Var;
use crate::functor::StmtExprMutator;
use crate::stmt::{AttrStmt, For, IfThenElseNode, Stmt};

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
/// memory stay, because the loops may write it.
///
/// # Errors
/// Returns an error if a statement cannot be rebuilt.
#[doc(alias = "HoistIfThenElse")]
pub fn hoist_if_then_else(body: Stmt, out_of_threads: bool) -> Result<Stmt, RewriteError> {
    let hoisted = Hoisting { out_of_threads }.mutate(body.clone())?;
    if hoisted.same_as(&body) { Ok(body) } else { convert_ssa(hoisted) }
}

struct Hoisting {
    out_of_threads: bool,
}

/// Whether a statement is a branch whose condition does not depend on a variable or on memory.
fn is_free(stmt: &Stmt, var: &Var) -> bool {
    stmt.as_node::<IfThenElseNode>()
        .is_some_and(|branch| is_pure(&branch.condition) && !uses_var(&branch.condition, |used| used == var))
}

/// Moves a statement with one body into the branches that select its body.
struct Sink<'a, F> {
    var: &'a Var,
    with_body: F,
}

impl<F: Fn(Stmt) -> Stmt> StmtTreeMutator for Sink<'_, F> {
    type Error = RewriteError;

    fn enter(&mut self, stmt: Stmt) -> Result<Enter, RewriteError> {
        Ok(if is_free(&stmt, self.var) {
            Enter::Inside(stmt)
        } else {
            Enter::Replace((self.with_body)(stmt))
        })
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
        if !is_free(&stmt.body, &stmt.loop_var) {
            return Ok(stmt.upcast());
        }
        let with_body = |body: Stmt| {
            let mut turns = stmt.clone();
            *turns.make_mut().body = body;
            turns.upcast()
        };
        Sink { var: &stmt.loop_var, with_body }.mutate(stmt.body.clone())
    }

    fn visit_attr_stmt(&mut self, stmt: AttrStmt) -> Result<Stmt, RewriteError> {
        let axis = thread_axis(&stmt).filter(|axis| self.out_of_threads && is_free(&stmt.body, &axis.var));
        let Some(axis) = axis else { return Ok(stmt.upcast()) };
        let with_body = |body: Stmt| {
            let mut attr = stmt.clone();
            *attr.make_mut().body = body;
            attr.upcast()
        };
        Sink { var: &axis.var, with_body }.mutate(stmt.body.clone())
    }
}
