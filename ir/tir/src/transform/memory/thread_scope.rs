//! Storage scopes of buffers that threads realize.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::transform::PassInfo;
use objet_ir::types::{PointerType, PointerTypeNode, PrimType};

use super::buffer_stride::{DIM_ALIGN, Renamed, replaced};
use super::buffer_uses::{BIND_SCOPE, BindScope, Uses, declares_buffer, expect_buffers};
use crate::buffer::{Buffer, storage_type};
use crate::expr::{IterVar, Var};
use crate::function::PrimFunc;
use crate::stmt::{AttrStmtNode, BufferRealize, BufferRealizeNode, Stmt};
use crate::storage_scope::{StorageRank, ThreadScope};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that gives a storage scope to each realized buffer without one: `local` inside a
/// thread, `shared` inside a block of threads, and `global` elsewhere.
pub(super) fn thread_scope_propagate() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.ThreadScopePropagate", []), |mut func: PrimFunc, _, _| {
        let mut scopes = Scopes {
            threads: Vec::new(),
            uses: Uses::default(),
            replaced: HashMap::new(),
            is_outside: false,
            open: Vec::new(),
        };
        for buffer in func.buffer_map.values() {
            scopes.uses.buffers.insert(buffer.clone(), Renamed(buffer.clone()));
        }
        let body = rewrite_stmt(func.body.clone(), &mut scopes)?;
        *func.make_mut().body = body;
        Ok(Some(func))
    })
}

struct Scopes {
    /// The storage scopes of the threads around the current statement.
    threads: Vec<&'static str>,
    uses: Uses<Renamed>,
    /// The buffers that are no longer in scope, with their replacements.
    replaced: HashMap<Buffer, Buffer>,
    /// Whether a statement used a buffer that is not in scope.
    is_outside: bool,
    /// The realizations and the bindings around the current statement, with the earlier
    /// replacements of their buffers.
    open: Vec<(Buffer, Option<Renamed>)>,
}

/// Returns the storage scope of a buffer that a thread realizes.
fn scope_of_thread(attr: &AttrStmtNode) -> Result<&'static str, LowerError> {
    let axis = attr.node.as_ref().and_then(|node| node.downcast_ref::<IterVar>());
    let tag = axis.map_or("", |axis| axis.thread_tag.as_str());
    match ThreadScope::of(tag) {
        Some(threads) => Ok(StorageRank::of_threads(Some(threads.rank)).name()),
        None => {
            let expected = "a thread tag that begins with blockIdx., threadIdx. or vthread";
            Err(LowerError::Attr { attr: attr.attr_key.clone(), expected, found: format!("{tag:?}") })
        }
    }
}

impl Scopes {
    fn scoped(&mut self, buffer: &Buffer) -> Result<Buffer, LowerError> {
        if let Some(Renamed(known)) = self.uses.buffers.get(buffer) {
            return Ok(known.clone());
        }
        let annotation = buffer.data.type_annotation.as_ref();
        let pointer = annotation.and_then(|annotation| annotation.as_node::<PointerTypeNode>());
        if pointer.is_some_and(|pointer| !pointer.storage_scope.is_empty()) {
            return Ok(buffer.clone());
        }
        let element = match pointer {
            Some(pointer) => pointer.element_type.clone(),
            None => PrimType::new(storage_type(buffer.dtype)).upcast(),
        };
        let scope = self.threads.last().copied().unwrap_or("global");
        let data = &buffer.data;
        let data = Var::typed(data.name_hint.clone(), PointerType::new(element, scope), data.span.clone())?;
        self.uses.vars.insert(buffer.data.clone(), data.clone().upcast());
        let mut buffer = buffer.clone();
        *buffer.make_mut().data = data;
        Ok(buffer)
    }

    fn open(&mut self, original: &Buffer, replacement: &Buffer) {
        let earlier = self.uses.buffers.insert(original.clone(), Renamed(replacement.clone()));
        self.open.push((original.clone(), earlier));
    }
}

impl ScopedRewriter for Scopes {
    type Error = LowerError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        let attr = stmt.as_node::<AttrStmtNode>();
        let is_thread = attr.is_some_and(|attr| attr.attr_key == "thread_extent");
        if is_thread || declares_buffer(stmt) { Scope::New } else { Scope::Same }
    }

    fn take_effect(&mut self) -> bool {
        std::mem::take(&mut self.is_outside)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        expect_buffers(&stmt)?;
        if let Some(attr) = stmt.as_node::<AttrStmtNode>() {
            match attr.attr_key.as_str() {
                DIM_ALIGN => {
                    let (attr, expected) = (attr.attr_key.clone(), "strides in place of the attribute");
                    return Err(LowerError::Attr { attr, expected, found: "the attribute".into() });
                }
                BIND_SCOPE => {
                    let mut scope = BindScope::of(attr)?;
                    scope.target = self.uses.get(&scope.target)?.0.clone();
                    let source = scope.source.clone();
                    self.open(&source, &source);
                    return Ok(EnterStmt::Inside(scope.stmt(attr, attr.body.clone())));
                }
                "thread_extent" => self.threads.push(scope_of_thread(attr)?),
                _ => {}
            }
        }
        let stmt = map_exprs(stmt, &mut |expr| self.uses.expr(expr))?;
        if let Some(realize) = stmt.downcast_ref::<BufferRealize>() {
            let buffer = self.scoped(&realize.buffer)?;
            self.open(&realize.buffer, &buffer);
            let mut realize = realize.clone();
            *realize.make_mut().buffer = buffer;
            return Ok(EnterStmt::Inside(realize.upcast()));
        }
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        let key = stmt.as_node::<AttrStmtNode>().map(|attr| attr.attr_key.as_str());
        if key == Some("thread_extent") {
            self.threads.pop();
        }
        if key == Some(BIND_SCOPE) || stmt.is_instance::<BufferRealizeNode>() {
            if let Some((buffer, earlier)) = self.open.pop() {
                let closed = match earlier {
                    Some(earlier) => self.uses.buffers.insert(buffer.clone(), earlier),
                    None => self.uses.buffers.remove(&buffer),
                };
                if let Some(Renamed(scoped)) = closed {
                    self.replaced.insert(buffer, scoped);
                }
            }
            return Ok(stmt);
        }
        let (stmt, is_outside) = replaced(stmt, &self.uses, &self.replaced)?;
        self.is_outside |= is_outside;
        Ok(stmt)
    }
}
