//! Buffers are allocated in the smallest scopes that have their accesses.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::{Bool, PrimExpr};

use super::error::BlockPassError;
use super::{PrimFuncPass, block_pass};
use crate::analysis::{access_of, detect_buffer_access_lca, read_write_of};
use crate::buffer::Buffer;
use crate::expr::Var;
use crate::function::PrimFunc;
use crate::functor::StmtExprMutator;
use crate::stmt::{Block, BlockNode, BlockRealize, BufferRealizeNode, BufferRegion, For, ForNode, Stmt};

/// Creates a pass that allocates each buffer in the smallest loop or block that has all accesses
/// to it. A loop that allocates buffers gets a block around its body. The regions that a block
/// declares no longer have the buffers that are allocated inside.
#[register_global("tir.transform.PlanAndUpdateBufferAllocationLocation")]
fn plan_and_update_buffer_allocation_location() -> PrimFuncPass {
    block_pass("tir.PlanAndUpdateBufferAllocationLocation", |func| {
        Allocations::of(func).mutate(func.body.clone())
    })
}

struct Allocations {
    /// The buffers that a loop or a block allocates.
    allocated: HashMap<Stmt, Vec<Buffer>>,
    /// The declared buffers by their pointers. The last buffer of a pointer is visible.
    declared: HashMap<Var, Vec<Buffer>>,
    /// The open loops and blocks.
    scopes: Vec<Scope>,
}

struct Scope {
    allocated: Vec<Buffer>,
    /// The pointers that the loop or block declares.
    pointers: Vec<Var>,
}

impl Allocations {
    fn of(func: &PrimFunc) -> Self {
        let mut this = Self { allocated: HashMap::new(), declared: HashMap::new(), scopes: Vec::new() };
        let mut arguments = HashSet::new();
        for buffer in func.buffer_map.values() {
            arguments.insert(buffer.clone());
            this.declare(buffer);
        }
        for (buffer, scope) in detect_buffer_access_lca(func) {
            if let Some(scope) = scope
                && !arguments.contains(&buffer)
            {
                this.allocated.entry(scope).or_default().push(buffer);
            }
        }
        this
    }

    fn declare(&mut self, buffer: &Buffer) {
        self.declared.entry(buffer.data.clone()).or_default().push(buffer.clone());
    }

    fn buffer(&self, pointer: &Var) -> Option<Buffer> {
        self.declared.get(pointer)?.last().cloned()
    }

    fn open(&mut self, stmt: &Stmt) {
        let allocated = self.allocated.get(stmt).cloned().unwrap_or_default();
        let pointers = allocated.iter().map(|buffer| buffer.data.clone()).collect();
        allocated.iter().for_each(|buffer| self.declare(buffer));
        self.scopes.push(Scope { allocated, pointers });
    }

    /// Closes the innermost loop or block, and returns the buffers that it allocates.
    fn close(&mut self) -> Vec<Buffer> {
        let Some(scope) = self.scopes.pop() else { return Vec::new() };
        for pointer in &scope.pointers {
            if let Some(buffers) = self.declared.get_mut(pointer) {
                buffers.pop();
            }
        }
        scope.allocated
    }

    /// Declares the regions of a block as buffers.
    fn declare_regions(&mut self, block: &BlockNode) -> Result<(), BlockPassError> {
        for region in &block.match_buffers {
            let from = &region.source.buffer;
            if self.buffer(&from.data).is_none() {
                return Err(BlockPassError::NotDeclared {
                    buffer: region.buffer.name.clone(),
                    from: from.name.clone(),
                    block: block.name_hint.clone(),
                });
            }
            self.declare(&region.buffer);
            if let Some(scope) = self.scopes.last_mut() {
                scope.pointers.push(region.buffer.data.clone());
            }
        }
        Ok(())
    }

    fn visible(&self, regions: &Array<BufferRegion>) -> Array<BufferRegion> {
        let is_visible = |region: &&BufferRegion| self.buffer(&region.buffer.data).is_some();
        regions.iter().filter(is_visible).cloned().collect()
    }
}

impl StmtExprMutator for Allocations {
    type Error = BlockPassError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, Self::Error> {
        match_node!(match stmt {
            block @ BlockNode => {
                if block.init.is_some() {
                    return Err(BlockPassError::Init { block: block.name_hint.clone() });
                }
                self.open(stmt);
                self.declare_regions(block)?;
            }
            ForNode => self.open(stmt),
            realize @ BufferRealizeNode =>
                return Err(BlockPassError::Realized { buffer: realize.buffer.name.clone() }),
            _ => {}
        });
        Ok(Enter::Inside)
    }

    fn visit_for(&mut self, mut times: For) -> Result<Stmt, Self::Error> {
        let allocated = self.close();
        if allocated.is_empty() {
            return Ok(times.upcast());
        }
        let body = times.body.clone();
        let mut block = Block::new([], [], [], "", body, None, allocated, [], Map::new(), None);
        let [reads, writes] = read_write_of(access_of(&block, &|pointer| self.buffer(pointer))?);
        {
            let fields = block.make_mut();
            *fields.reads = reads;
            *fields.writes = writes;
        }
        *times.make_mut().body = BlockRealize::new([], Bool::from(true), block, None)?.upcast();
        Ok(times.upcast())
    }

    fn visit_block(&mut self, mut block: Block) -> Result<Stmt, Self::Error> {
        let allocated = self.close();
        let (reads, writes) = (self.visible(&block.reads), self.visible(&block.writes));
        let is_same = reads.len() == block.reads.len()
            && writes.len() == block.writes.len()
            && allocated[..] == block.alloc_buffers[..];
        if !is_same {
            let fields = block.make_mut();
            *fields.reads = reads;
            *fields.writes = writes;
            *fields.alloc_buffers = allocated.into();
        }
        Ok(block.upcast())
    }
}
