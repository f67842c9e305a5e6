//! Initial statements of blocks become part of the bodies.

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use super::error::BlockPassError;
use super::{PrimFuncPass, block_pass};
use crate::buffer::Buffer;
use crate::expr::{IterVar, IterVarType};
use crate::functor::StmtExprMutator;
use crate::op;
use crate::stmt::{Block, BlockNode, IfThenElse, SeqStmt, Stmt};

/// Creates a pass that moves the initial statements of blocks to the beginning of the bodies. The
/// statements run if all reduction variables have their first values.
#[register_global("tir.transform.LowerInitBlock")]
fn lower_init_block() -> PrimFuncPass {
    block_pass("tir.LowerReduction", |func| LowerInit.mutate(func.body.clone()))
}

struct LowerInit;

impl StmtExprMutator for LowerInit {
    type Error = BlockPassError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn visit_block(&mut self, mut block: Block) -> Result<Stmt, Self::Error> {
        if let Some(init) = &block.init {
            let init = if_first(&block, init)?;
            let body = SeqStmt::flatten([init, block.body.clone()]);
            let fields = block.make_mut();
            *fields.init = None;
            *fields.body = body;
        }
        Ok(block.upcast())
    }
}

/// Returns a statement that runs the initial statement of a block for the first values of the
/// reduction variables.
fn if_first(block: &BlockNode, init: &Stmt) -> Result<Stmt, BlockPassError> {
    let mut is_first: Option<PrimExpr> = None;
    let is_reduced = |axis: &&IterVar| axis.iter_type == IterVarType::CommReduce;
    for axis in block.iter_vars.iter().filter(is_reduced) {
        let Some(dom) = &axis.dom else {
            let (block, var) = (block.name_hint.clone(), axis.var.name_hint.clone());
            return Err(BlockPassError::Binding { block, var, problem: "no range" });
        };
        let condition = op::equal(&axis.var, &dom.min, None)?;
        is_first = Some(match is_first {
            Some(others) => op::logical_and(others, condition, None)?,
            None => condition,
        });
    }
    Ok(match is_first {
        Some(condition) => IfThenElse::new(condition, init.clone(), None, None)?.upcast(),
        None => init.clone(),
    })
}
