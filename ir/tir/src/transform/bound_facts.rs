//! Facts about all variables of a statement.

use objet::prelude::*;

use super::LowerError;
use super::thread::bind_axes;
use crate::arith::Analyzer;
use crate::expr::Range;
use crate::functor::StmtExprVisitor;
use crate::stmt::{ForNode, LetStmtNode, Stmt};

/// Returns an analyzer that knows the ranges of the variables of all loops, threads and blocks in a
/// statement, and the values of its lets.
pub(super) fn bound_facts(body: &Stmt) -> Result<Analyzer, LowerError> {
    let mut facts = Facts { analyzer: Analyzer::new(), error: None };
    facts.visit(body);
    facts.error.map_or(Ok(facts.analyzer), Err)
}

struct Facts {
    analyzer: Analyzer,
    error: Option<LowerError>,
}

impl Facts {
    fn add(&mut self, stmt: &Stmt) -> Result<(), LowerError> {
        match_node!(match stmt {
            times @ ForNode => {
                let range = Range::from_min_extent(&times.min, &times.extent);
                self.analyzer.bind_range(&times.loop_var, &range, false)?;
            }
            binding @ LetStmtNode => self.analyzer.bind(&binding.var, &binding.value, false)?,
            _ => bind_axes(&mut self.analyzer, stmt)?,
        });
        Ok(())
    }
}

impl StmtExprVisitor for Facts {
    fn enter_stmt(&mut self, stmt: &Stmt) -> bool {
        if self.error.is_none() {
            self.error = self.add(stmt).err();
        }
        self.error.is_none()
    }

    fn enter_expr(&mut self, _: &objet_ir::expr::PrimExpr) -> bool {
        false
    }
}
