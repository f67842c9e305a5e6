//! Parallel loops become serial.

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use super::error::BlockPassError;
use super::{PrimFuncPass, body_pass};
use crate::functor::StmtExprMutator;
use crate::stmt::{For, ForKind, Stmt};

/// Creates a pass that makes parallel loops serial. As in TVM, loops inside of a parallel loop do
/// not change.
#[register_global("tir.transform.ConvertForLoopsToSerial")]
fn convert_for_loops_to_serial() -> PrimFuncPass {
    body_pass("tir.ConvertForLoopsToSerial", |func| Serial.mutate(func.body.clone()))
}

struct Serial;

impl StmtExprMutator for Serial {
    type Error = BlockPassError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, Self::Error> {
        Ok(match stmt.downcast_ref::<For>() {
            Some(times) if times.kind == ForKind::Parallel => {
                let mut times = times.clone();
                *times.make_mut().kind = ForKind::Serial;
                Enter::Replace(times.into_object_ref())
            }
            _ => Enter::Inside,
        })
    }
}
