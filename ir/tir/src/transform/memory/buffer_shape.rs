//! Buffers with the shapes of the regions that are realized.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::transform::PassInfo;

use super::buffer_uses::{
    BIND_SCOPE, BindScope, BufferUse, Uses, declares_buffer, expect_buffers, with_buffer,
};
use crate::arg_binder::{ArgBinder, Bindings};
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, Range, Var};
use crate::function::PrimFunc;
use crate::op;
use crate::stmt::{
    AttrStmt, AttrStmtNode, BufferRealize, BufferRealizeNode, BufferStore, BufferStoreNode, Prefetch,
    PrefetchNode, Stmt,
};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that gives each realized buffer the shape of its region, with indices that start
/// at 0. A buffer that is bound to a region gets the axes of the region.
pub(super) fn buffer_shape_legalize() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.BufferShapeLegalize", []), |mut func: PrimFunc, _, _| {
        let mut shapes = Shapes {
            uses: Uses::default(),
            external: HashSet::new(),
            open: Vec::new(),
            replaced: HashMap::new(),
            is_outside: false,
        };
        for buffer in func.buffer_map.values() {
            let offsets = buffer.shape.iter().map(|_| PrimExpr::from(0)).collect();
            shapes.uses.buffers.insert(buffer.clone(), Shaped { buffer: buffer.clone(), offsets });
            shapes.external.insert(buffer.clone());
        }
        let body = rewrite_stmt(func.body.clone(), &mut shapes)?;
        *func.make_mut().body = body;
        Ok(Some(func))
    })
}

/// A buffer of another shape, and the index of its first element in the original one.
#[derive(Clone)]
struct Shaped {
    buffer: Buffer,
    offsets: Array<PrimExpr>,
}

impl Shaped {
    /// Returns the indices into the buffer for indices into the original one. The buffer may have
    /// further axes of one element before the others.
    fn indices(&self, original: &Buffer, indices: &Array<PrimExpr>) -> Result<Array<PrimExpr>, LowerError> {
        let Some(missing) = self.offsets.len().checked_sub(indices.len()) else {
            let (buffer, target) = (original.name.clone(), self.buffer.name.clone());
            let problem = format!("the region has {} axes, fewer than the buffer", self.offsets.len());
            return Err(LowerError::Binding { buffer, target, problem });
        };
        let mut result: Vec<PrimExpr> = (0..missing).map(|_| 0.into()).collect();
        for (index, offset) in indices.iter().zip(&self.offsets[missing..]) {
            result.push(op::sub(index, offset, None)?);
        }
        Ok(result.into())
    }
}

impl BufferUse for Shaped {
    fn load(&self, load: BufferLoad) -> Result<PrimExpr, LowerError> {
        let indices = self.indices(&load.buffer, &load.indices)?;
        Ok(BufferLoad::new(self.buffer.clone(), indices, load.span.clone())?.upcast())
    }
}

struct Shapes {
    uses: Uses<Shaped>,
    /// The buffers of parameters.
    external: HashSet<Buffer>,
    /// The realizations and the bindings around the current statement. That of a parameter is
    /// `None`.
    open: Vec<Option<Open>>,
    /// The buffers that are no longer in scope, with their replacements.
    replaced: HashMap<Buffer, Buffer>,
    /// Whether a statement used a buffer that is not in scope.
    is_outside: bool,
}

/// A buffer that is realized, or bound to a region.
struct Open {
    buffer: Buffer,
    bindings: Option<Bindings>,
}

impl Shapes {
    fn realize(&mut self, realize: &BufferRealizeNode) -> Result<Stmt, LowerError> {
        let mut buffer = realize.buffer.clone();
        *buffer.make_mut().shape = realize.bounds.iter().map(|bound| bound.extent.clone()).collect();
        let offsets: Array<PrimExpr> = realize.bounds.iter().map(|bound| bound.min.clone()).collect();
        let bounds = buffer.shape.iter().map(|length| Range::from_min_extent(0, length));
        let bounds = bounds.collect::<Array<_>>();
        let shaped = Shaped { buffer: buffer.clone(), offsets };
        self.uses.buffers.insert(realize.buffer.clone(), shaped);
        self.open.push(Some(Open { buffer: realize.buffer.clone(), bindings: None }));
        let condition = self.uses.expr(&realize.condition)?;
        let (body, span) = (realize.body.clone(), realize.span.clone());
        Ok(BufferRealize::new(buffer, bounds, condition, body, span).upcast())
    }

    fn bind(&mut self, attr: &AttrStmtNode) -> Result<Stmt, LowerError> {
        let mut scope = BindScope::of(attr)?;
        let target = self.uses.get(&scope.target)?.clone();
        let begins = scope.begins.iter().zip(&target.offsets);
        scope.begins =
            begins.map(|(begin, offset)| op::sub(begin, offset, None)).collect::<Result<Array<_>, _>>()?;
        scope.target = target.buffer;
        let original = scope.source.clone();
        let missing = scope.extents.len().saturating_sub(original.shape.len());
        let fields = scope.source.make_mut();
        if !fields.strides.is_empty() {
            let dtype = crate::buffer::index_type(&original.shape);
            let further = (0..missing).map(|_| Var::new("stride", dtype, None).upcast());
            *fields.strides = further.chain(fields.strides.iter().cloned()).collect();
        }
        *fields.shape = scope.extents.clone();
        let offsets = scope.extents.iter().map(|_| PrimExpr::from(0)).collect();
        let shaped = Shaped { buffer: scope.source.clone(), offsets };
        self.uses.buffers.insert(original.clone(), shaped);
        let mut binder = ArgBinder::new(&mut self.uses.vars);
        binder.bind_buffer(&original, &scope.source, original.name.as_str())?;
        let bindings = Some(binder.finish());
        self.open.push(Some(Open { buffer: original, bindings }));
        Ok(scope.stmt(attr, attr.body.clone()))
    }
}

impl ScopedRewriter for Shapes {
    type Error = LowerError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        if declares_buffer(stmt) { Scope::New } else { Scope::Same }
    }

    fn take_effect(&mut self) -> bool {
        std::mem::take(&mut self.is_outside)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        expect_buffers(&stmt)?;
        if let Some(realize) = stmt.as_node::<BufferRealizeNode>() {
            if !self.external.contains(&realize.buffer) {
                return Ok(EnterStmt::Inside(self.realize(realize)?));
            }
            self.open.push(None);
        }
        if let Some(attr) = stmt.as_node::<AttrStmtNode>()
            && attr.attr_key == BIND_SCOPE
        {
            return Ok(EnterStmt::Inside(self.bind(attr)?));
        }
        let stmt = map_exprs(stmt, &mut |expr| self.uses.expr(expr))?;
        if let Some(store) = stmt.as_node::<BufferStoreNode>() {
            let shaped = self.uses.get(&store.buffer)?;
            let indices = shaped.indices(&store.buffer, &store.indices)?;
            let (buffer, value) = (shaped.buffer.clone(), store.value.clone());
            let store = BufferStore::new(buffer, value, indices, store.span.clone())?;
            return Ok(EnterStmt::Done(store.upcast()));
        }
        if let Some(prefetch) = stmt.as_node::<PrefetchNode>() {
            let shaped = self.uses.get(&prefetch.buffer)?;
            let moved = |(bound, offset): (&Range, &PrimExpr)| {
                Ok::<_, LowerError>(Range::from_min_extent(op::sub(&bound.min, offset, None)?, &bound.extent))
            };
            let bounds = prefetch.bounds.iter().zip(&shaped.offsets).map(moved);
            let bounds = bounds.collect::<Result<Array<_>, _>>()?;
            let prefetch = Prefetch::new(shaped.buffer.clone(), bounds, prefetch.span.clone());
            return Ok(EnterStmt::Done(prefetch.upcast()));
        }
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        let attr = stmt.downcast_ref::<AttrStmt>();
        let binds = attr.is_some_and(|attr| attr.attr_key == BIND_SCOPE);
        if !binds && !stmt.is_instance::<BufferRealizeNode>() {
            let replacement = |buffer: &Buffer| match self.uses.buffers.get(buffer) {
                Some(shaped) => Some(shaped.buffer.clone()),
                None => {
                    self.is_outside = true;
                    self.replaced.get(buffer).cloned()
                }
            };
            return Ok(with_buffer(stmt, replacement));
        }
        let Some(Some(Open { buffer, bindings })) = self.open.pop() else { return Ok(stmt) };
        if let Some(shaped) = self.uses.buffers.remove(&buffer) {
            self.replaced.insert(buffer, shaped.buffer);
        }
        let (Some(attr), Some(bindings)) = (attr, bindings) else { return Ok(stmt) };
        for var in &bindings.bound {
            self.uses.vars.remove(var);
        }
        let body = bindings.around(attr.body.clone())?;
        let mut attr = attr.clone();
        *attr.make_mut().body = body;
        Ok(attr.upcast())
    }
}
