//! Removal of assertions.

use objet::prelude::*;
use objet::walk::RewriteError;

use super::PrimFuncPass;
use super::prim_func_pass::body_pass;
use crate::functor::StmtExprMutator;
use crate::stmt::{AssertStmt, Stmt};

/// Creates a pass that removes assertions and keeps the statements after them.
#[register_global("tir.transform.SkipAssert")]
fn pass() -> PrimFuncPass {
    body_pass("tir.SkipAssert", |body, _| skip_assert(body))
}

/// Removes the assertions of a statement and keeps the statements after them.
///
/// # Errors
/// Returns an error if a statement cannot be rebuilt.
#[doc(alias = "SkipAssert")]
pub fn skip_assert(body: Stmt) -> Result<Stmt, RewriteError> {
    SkipAssert.mutate(body)
}

struct SkipAssert;

impl StmtExprMutator for SkipAssert {
    type Error = RewriteError;

    fn visit_assert_stmt(&mut self, assert: AssertStmt) -> Result<Stmt, RewriteError> {
        Ok(assert.body.clone())
    }
}
