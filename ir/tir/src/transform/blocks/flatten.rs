//! Blocks and buffers become allocations and accesses through pointers.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::{Bool, PrimExpr};

use super::error::BlockPassError;
use super::{PrimFuncPass, block_pass};
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, IterVar, IterVarType, Range, Var};
use crate::functor::StmtExprMutator;
use crate::op::{self, is_const_int};
use crate::stmt::{
    Allocate, AttrStmt, BlockRealize, BlockRealizeNode, BufferStore, For, ForKind, ForNode, IfThenElse, Stmt,
};

/// Creates a pass that replaces blocks by their bodies, buffers by allocations and accesses through
/// pointers, and loops over threads by attributes. Loops of one iteration are removed.
#[register_global("tir.transform.FlattenBuffer")]
fn flatten_buffer() -> PrimFuncPass {
    block_pass("tir.FlattenBuffer", |func| Flatten::default().mutate(func.body.clone()))
}

#[derive(Default)]
struct Flatten {
    /// The values of the variables of loops with one iteration.
    units: HashMap<Var, PrimExpr>,
}

/// Returns a statement that runs the body of a loop in the threads of its axis.
fn launch(times: &ForNode, min: &PrimExpr, extent: &PrimExpr) -> Result<Stmt, BlockPassError> {
    let Some(axis) = &times.thread_binding else {
        return Err(BlockPassError::NoThread { var: times.loop_var.name_hint.clone() });
    };
    let key = match axis.thread_tag.as_str() {
        "vthread" | "vthread.x" | "vthread.y" | "vthread.z" => "virtual_thread",
        _ => "thread_extent",
    };
    let range = Some(Range::from_min_extent(min, extent));
    let (var, tag) = (times.loop_var.clone(), axis.thread_tag.clone());
    let axis = IterVar::new(range, var, IterVarType::ThreadIndex, tag, None)?;
    Ok(AttrStmt::new(Some(axis.upcast()), key, extent, times.body.clone(), None).upcast())
}

/// Returns a statement that allocates the memory of a buffer for `body`.
fn allocation(buffer: &Buffer, body: Stmt) -> Result<Stmt, BlockPassError> {
    let area = match (buffer.strides.first(), buffer.shape.first()) {
        (Some(stride), Some(length)) => op::mul(stride, length, None)?,
        _ => {
            let one = op::make_const(DataType::int(32), 1, None);
            buffer.shape.iter().fold(one, |area, length| op::mul(area?, length, None))?
        }
    };
    let (data, always) = (buffer.data.clone(), Bool::from(true));
    Ok(Allocate::new(data, buffer.dtype, [area], always, body, Map::new(), None)?.upcast())
}

impl StmtExprMutator for Flatten {
    type Error = BlockPassError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, Self::Error> {
        match_node!(match stmt {
            realize @ BlockRealizeNode if !realize.iter_values.is_empty() => {
                Err(BlockPassError::Variables { block: realize.block.name_hint.clone() })
            }
            times @ ForNode if times.annotations.is_empty() => {
                let extent = self.mutate(times.extent.clone())?;
                if !is_const_int(&extent, 1) {
                    return Ok(Enter::Inside);
                }
                let min = self.mutate(times.min.clone())?;
                let body = match times.kind {
                    ForKind::ThreadBinding => launch(times, &min, &extent)?,
                    _ => times.body.clone(),
                };
                self.units.insert(times.loop_var.clone(), min);
                Ok(Enter::Instead(body.into_object_ref()))
            }
            _ => Ok(Enter::Inside),
        })
    }

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr, Self::Error> {
        match self.units.get(&var) {
            Some(value) => Ok(op::cast(var.dtype, value, None)?),
            None => Ok(var.upcast()),
        }
    }

    fn visit_buffer_load(&mut self, load: BufferLoad) -> Result<PrimExpr, Self::Error> {
        Ok(load.buffer.vload(load.indices.clone(), load.dtype)?)
    }

    fn visit_buffer_store(&mut self, store: BufferStore) -> Result<Stmt, Self::Error> {
        Ok(store.buffer.vstore(store.indices.clone(), store.value.clone())?.upcast())
    }

    fn visit_for(&mut self, times: For) -> Result<Stmt, Self::Error> {
        let mut stmt = match times.kind {
            ForKind::ThreadBinding => launch(&times, &times.min, &times.extent)?,
            _ if times.annotations.is_empty() && times.thread_binding.is_none() => times.clone().upcast(),
            kind => {
                let (var, body) = (times.loop_var.clone(), times.body.clone());
                For::new(var, &times.min, &times.extent, kind, body, None, Map::new(), None)?.upcast()
            }
        };
        for (key, value) in times.annotations.iter().filter(|(key, _)| key.starts_with("pragma_")) {
            let Some(value) = value.as_ref().and_then(|value| value.downcast_ref::<PrimExpr>()) else {
                return Err(BlockPassError::Annotation {
                    key: key.clone(),
                    place: format!("loop {}", times.loop_var.name_hint),
                    problem: "is not an expression",
                });
            };
            let node = Some(times.loop_var.clone().into_object_ref());
            stmt = AttrStmt::new(node, key.clone(), value.clone(), stmt, None).upcast();
        }
        Ok(stmt)
    }

    fn visit_block_realize(&mut self, realize: BlockRealize) -> Result<Stmt, Self::Error> {
        let block = &realize.block;
        let mut body = block.body.clone();
        if !is_const_int(&realize.predicate, 1) {
            body = IfThenElse::new(realize.predicate.clone(), body, None, None)?.upcast();
        }
        for buffer in block.alloc_buffers.iter().rev() {
            body = allocation(buffer, body)?;
        }
        Ok(body)
    }
}
