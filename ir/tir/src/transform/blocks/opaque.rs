//! Variables of blocks are replaced by their values.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::text::as_repr;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use super::error::BlockPassError;
use super::{PrimFuncPass, block_pass};
use crate::analysis::uses_var;
use crate::arith::{deep_equal, has_mixed_operands};
use crate::buffer::Buffer;
use crate::expr::{IterVar, Var};
use crate::function::PrimFunc;
use crate::functor::{StmtExprMutator, post_order};
use crate::stmt::{BlockNode, BlockRealize, BlockRealizeNode, Stmt};

/// Creates a pass that replaces the variables of blocks by their values. The blocks then have no
/// variables.
#[register_global("tir.transform.ConvertBlocksToOpaque")]
fn convert_blocks_to_opaque() -> PrimFuncPass {
    block_pass("tir.ConvertBlocksToOpaque", convert)
}

fn convert(func: &PrimFunc) -> Result<Stmt, BlockPassError> {
    let mut bindings = Bindings::default();
    let body = bindings.mutate(func.body.clone())?;
    if bindings.has_other_types {
        for object in post_order(&body) {
            if let Some(expr) = object.downcast_ref::<PrimExpr>().filter(|expr| has_mixed_operands(expr)) {
                return Err(BlockPassError::MixedTypes { expr: as_repr(Some(expr)) });
            }
        }
    }
    Ok(body)
}

/// The values of the variables of blocks.
#[derive(Default)]
struct Bindings {
    values: HashMap<Var, PrimExpr>,
    /// Whether a value has another data type than its variable.
    has_other_types: bool,
}

/// Replaces variables by values, which may have other data types.
struct Values<'a>(&'a HashMap<Var, PrimExpr>);

impl StmtExprMutator for Values<'_> {
    type Error = BlockPassError;

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr, Self::Error> {
        Ok(self.0.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }
}

impl Bindings {
    fn bind(&mut self, realize: &BlockRealizeNode) -> Result<(), BlockPassError> {
        let block = &realize.block;
        let error = |var: &Var, problem| {
            let (block, var) = (block.name_hint.clone(), var.name_hint.clone());
            BlockPassError::Binding { block, var, problem }
        };
        let own: HashSet<&Var> = block.iter_vars.iter().map(|axis| &axis.var).collect();
        let values = &self.values;
        let is_own = |var: &Var| own.contains(var) && !values.contains_key(var);
        let mut bound = Vec::new();
        for (axis, value) in block.iter_vars.iter().zip(&realize.iter_values) {
            if uses_var(value, is_own) {
                return Err(error(&axis.var, "the value uses variables of the same block: value"));
            }
            self.has_other_types |= axis.var.dtype != value.dtype;
            bound.push((axis.var.clone(), Values(values).mutate(value.clone())?));
        }
        if uses_var(&realize.predicate, is_own)
            && let Some(axis) = block.iter_vars.first()
        {
            return Err(error(&axis.var, "the predicate of the block is outside of the scope"));
        }
        for (var, value) in bound {
            match self.values.get(&var) {
                Some(known) if !deep_equal(known, &value) => {
                    return Err(error(&var, "another block has another value"));
                }
                _ => self.values.insert(var, value),
            };
        }
        Ok(())
    }
}

impl StmtExprMutator for Bindings {
    type Error = BlockPassError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, Self::Error> {
        match_node!(match stmt {
            realize @ BlockRealizeNode => self.bind(realize)?,
            block @ BlockNode if block.init.is_some() =>
                return Err(BlockPassError::Init { block: block.name_hint.clone() }),
            _ => {}
        });
        Ok(Enter::Inside)
    }

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr, Self::Error> {
        Ok(self.values.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }

    fn visit_block_realize(&mut self, realize: BlockRealize) -> Result<Stmt, Self::Error> {
        if realize.block.iter_vars.is_empty() {
            return Ok(realize.upcast());
        }
        let mut block = realize.block.clone();
        *block.make_mut().iter_vars = Array::new();
        Ok(BlockRealize::new([], realize.predicate.clone(), block, realize.span.clone())?.upcast())
    }
}
