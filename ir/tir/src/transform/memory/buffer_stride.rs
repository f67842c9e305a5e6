//! Buffers with the strides that alignments of their axes need.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::transform::PassInfo;

use super::buffer_uses::{
    BIND_SCOPE, BindScope, BufferUse, Uses, declares_buffer, expect_buffers, with_buffer,
};
use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::builtin;
use crate::expr::{BufferLoad, CallNode};
use crate::function::PrimFunc;
use crate::op;
use crate::stmt::{AttrStmtNode, BufferRealize, BufferRealizeNode, Stmt};
use crate::transform::bound_facts::bound_facts;
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// The attribute of a buffer whose strides have an alignment.
pub(super) const DIM_ALIGN: &str = "buffer_dim_align";

/// Creates a pass that gives strides to the buffers with the attribute `buffer_dim_align`, and
/// removes the attribute.
pub(super) fn buffer_stride_legalize() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.BufferStrideLegalize", []), |mut func: PrimFunc, _, _| {
        let analyzer = bound_facts(&func.body)?;
        let mut strides = Strides {
            analyzer,
            aligned: HashMap::new(),
            alignments: 0,
            uses: Uses::default(),
            replaced: HashMap::new(),
            is_outside: false,
            open: Vec::new(),
        };
        for buffer in func.buffer_map.values() {
            strides.uses.buffers.insert(buffer.clone(), Renamed(buffer.clone()));
        }
        let body = rewrite_stmt(func.body.clone(), &mut strides)?;
        *func.make_mut().body = body;
        Ok(Some(func))
    })
}

/// The buffer that takes the place of another one of the same shape.
pub(super) struct Renamed(pub(super) Buffer);

impl BufferUse for Renamed {
    fn load(&self, load: BufferLoad) -> Result<PrimExpr, LowerError> {
        if load.buffer.same_as(&self.0) {
            return Ok(load.upcast());
        }
        Ok(BufferLoad::new(self.0.clone(), load.indices.clone(), load.span.clone())?.upcast())
    }
}

/// The alignment of a stride: the stride is `factor * n + offset`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Alignment {
    factor: i64,
    offset: i64,
}

struct Strides {
    analyzer: Analyzer,
    /// The alignments of buffers, by their axes.
    aligned: HashMap<Buffer, HashMap<usize, Alignment>>,
    /// The number of changes of the alignments.
    alignments: usize,
    uses: Uses<Renamed>,
    /// The buffers that are no longer in scope, with their replacements.
    replaced: HashMap<Buffer, Buffer>,
    /// Whether a statement used a buffer that is not in scope.
    is_outside: bool,
    /// The buffers of the realizations and the bindings around the current statement, with the
    /// earlier replacements.
    open: Vec<(Buffer, Option<Renamed>)>,
}

impl Strides {
    /// Adds the alignment that an attribute declares.
    fn align(&mut self, attr: &AttrStmtNode) -> Result<(), LowerError> {
        let error = |expected, found: &str| {
            let attr = attr.attr_key.clone();
            LowerError::Attr { attr, expected, found: found.into() }
        };
        let node = attr.node.as_ref();
        let Some(buffer) = node.and_then(|node| node.downcast_ref::<Buffer>()) else {
            return Err(error("a buffer", node.map_or("null", |node| node.type_key())));
        };
        let tuple = attr.value.as_node::<CallNode>().filter(|call| call.calls(&builtin::tvm_tuple()));
        let number = |index: usize| Some(tuple?.args.get(index)?.as_node::<IntImmNode>()?.value);
        let axis = number(0).and_then(|axis| usize::try_from(axis).ok());
        let (Some(axis), Some(factor), Some(offset)) = (axis, number(1), number(2)) else {
            let expected = "a call of tvm_tuple with the constants axis, factor and offset";
            return Err(error(expected, attr.value.type_key()));
        };
        let alignment = Alignment { factor, offset };
        if self.aligned.entry(buffer.clone()).or_default().insert(axis, alignment) != Some(alignment) {
            self.alignments += 1;
        }
        Ok(())
    }

    fn strided(&mut self, buffer: &Buffer) -> Result<Buffer, ConstructError> {
        if let Some(Renamed(known)) = self.uses.buffers.get(buffer) {
            return Ok(known.clone());
        }
        let Some(alignments) = self.aligned.get(buffer) else { return Ok(buffer.clone()) };
        if !buffer.strides.is_empty() || buffer.shape.is_empty() {
            return Ok(buffer.clone());
        }
        let mut stride = op::make_const(crate::buffer::index_type(&buffer.shape), 1, None)?;
        let mut strides = Vec::with_capacity(buffer.shape.len());
        for (axis, length) in buffer.shape.iter().enumerate().rev() {
            if let Some(Alignment { factor, offset }) = alignments.get(&axis).filter(|axis| axis.factor != 0)
            {
                let factor = op::make_const(stride.dtype, *factor, None)?;
                let offset = op::make_const(stride.dtype, *offset, None)?;
                let missing = &factor + offset - op::floormod(&stride, &factor, None)?;
                let aligned = op::add(&stride, op::floormod(missing, factor, None), None)?;
                stride = self.analyzer.simplify(&aligned, 2);
            }
            strides.push(stride.clone());
            stride = op::mul(&stride, length, None)?;
        }
        strides.reverse();
        let mut buffer = buffer.clone();
        *buffer.make_mut().strides = strides.into();
        Ok(buffer)
    }

    fn open(&mut self, buffer: &Buffer) -> Result<Buffer, ConstructError> {
        let strided = self.strided(buffer)?;
        let earlier = self.uses.buffers.insert(buffer.clone(), Renamed(strided.clone()));
        self.open.push((buffer.clone(), earlier));
        Ok(strided)
    }
}

impl ScopedRewriter for Strides {
    type Error = LowerError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        if declares_buffer(stmt) { Scope::New } else { Scope::Same }
    }

    fn version(&self) -> (usize, usize) {
        (self.alignments, 0)
    }

    fn take_effect(&mut self) -> bool {
        std::mem::take(&mut self.is_outside)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        expect_buffers(&stmt)?;
        if let Some(attr) = stmt.as_node::<AttrStmtNode>() {
            if attr.attr_key == DIM_ALIGN {
                self.align(attr)?;
                return Ok(EnterStmt::Instead(attr.body.clone()));
            }
            if attr.attr_key == BIND_SCOPE {
                let mut scope = BindScope::of(attr)?;
                scope.target = self.uses.get(&scope.target)?.0.clone();
                scope.source = self.open(&scope.source)?;
                return Ok(EnterStmt::Inside(scope.stmt(attr, attr.body.clone())));
            }
        }
        let stmt = map_exprs(stmt, &mut |expr| self.uses.expr(expr))?;
        if let Some(realize) = stmt.downcast_ref::<BufferRealize>() {
            let buffer = self.open(&realize.buffer)?;
            let mut realize = realize.clone();
            *realize.make_mut().buffer = buffer;
            return Ok(EnterStmt::Inside(realize.upcast()));
        }
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        let binds = stmt.as_node::<AttrStmtNode>().is_some_and(|attr| attr.attr_key == BIND_SCOPE);
        if binds || stmt.is_instance::<BufferRealizeNode>() {
            if let Some((buffer, earlier)) = self.open.pop() {
                let closed = match earlier {
                    Some(earlier) => self.uses.buffers.insert(buffer.clone(), earlier),
                    None => self.uses.buffers.remove(&buffer),
                };
                if let Some(Renamed(strided)) = closed {
                    self.replaced.insert(buffer, strided);
                }
            }
            return Ok(stmt);
        }
        let (stmt, is_outside) = replaced(stmt, &self.uses, &self.replaced)?;
        self.is_outside |= is_outside;
        Ok(stmt)
    }
}

/// Replaces the buffer of a statement by the one that takes its place. Returns whether the buffer
/// is not in scope.
pub(super) fn replaced(
    stmt: Stmt,
    uses: &Uses<Renamed>,
    closed: &HashMap<Buffer, Buffer>,
) -> Result<(Stmt, bool), LowerError> {
    if let Some(store) = super::buffer_uses::stored_buffer(&stmt) {
        uses.get(store)?;
    }
    let mut is_outside = false;
    let replacement = |buffer: &Buffer| match uses.buffers.get(buffer) {
        Some(Renamed(known)) => Some(known.clone()),
        None => {
            is_outside = true;
            closed.get(buffer).cloned()
        }
    };
    let stmt = with_buffer(stmt, replacement);
    Ok((stmt, is_outside))
}
