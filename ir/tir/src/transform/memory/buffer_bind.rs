//! Buffers that are bound to regions of others.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::transform::PassInfo;

use super::buffer_uses::{BIND_SCOPE, BindScope, BufferUse, Uses, declares_buffer, expect_buffers, unknown};
use crate::arg_binder::ArgBinder;
use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, Range, Var};
use crate::function::PrimFunc;
use crate::op;
use crate::stmt::{
    AttrStmt, AttrStmtNode, BufferRealizeNode, BufferStore, BufferStoreNode, Prefetch, PrefetchNode, Stmt,
    Store,
};
use crate::transform::bound_facts::bound_facts;
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that replaces buffers that are bound to regions of other buffers: their elements
/// by those of the regions, and their variables by the values that the regions give them.
pub(super) fn buffer_bind_unwrapper() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.BufferBindUnwrapper", []), |mut func: PrimFunc, _, _| {
        let analyzer = bound_facts(&func.body)?;
        let mut binds = Binds { analyzer, uses: Uses::default(), open: Vec::new() };
        for buffer in func.buffer_map.values() {
            binds.uses.buffers.insert(buffer.clone(), Region::whole(buffer));
        }
        let body = rewrite_stmt(func.body.clone(), &mut binds)?;
        *func.make_mut().body = body;
        Ok(Some(func))
    })
}

/// A region of a buffer: the first indices along its axes, or `None` for the whole buffer.
#[derive(Clone)]
struct Region {
    buffer: Buffer,
    begins: Option<Array<PrimExpr>>,
}

impl Region {
    fn whole(buffer: &Buffer) -> Self {
        Self { buffer: buffer.clone(), begins: None }
    }

    /// Returns the indices into the buffer for indices into the region.
    fn indices(&self, indices: &Array<PrimExpr>) -> Result<Array<PrimExpr>, LowerError> {
        let Some(begins) = &self.begins else { return Ok(indices.clone()) };
        let sums = begins.iter().zip(indices).map(|(begin, index)| op::add(begin, index, None));
        Ok(sums.collect::<Result<_, _>>()?)
    }
}

impl BufferUse for Region {
    fn load(&self, load: BufferLoad) -> Result<PrimExpr, LowerError> {
        if self.begins.is_none() {
            return Ok(load.upcast());
        }
        let indices = self.indices(&load.indices)?;
        Ok(BufferLoad::new(self.buffer.clone(), indices, load.span.clone())?.upcast())
    }
}

struct Binds {
    analyzer: Analyzer,
    uses: Uses<Region>,
    /// The realizations and the bindings around the current statement.
    open: Vec<Open>,
}

/// A buffer that is realized or bound, with its earlier region and the variables that are bound.
struct Open {
    buffer: Buffer,
    earlier: Option<Region>,
    vars: Vec<Var>,
}

impl Binds {
    fn open(&mut self, buffer: &Buffer, region: Region, vars: Vec<Var>) {
        let earlier = self.uses.buffers.insert(buffer.clone(), region);
        self.open.push(Open { buffer: buffer.clone(), earlier, vars });
    }

    /// Binds a buffer, and returns the statement with assertions that the binding needs.
    fn bind(&mut self, attr: &AttrStmt) -> Result<Stmt, LowerError> {
        let scope = BindScope::of(attr)?;
        let target = self.uses.buffers.get(&scope.target).ok_or_else(|| unknown(&scope.target))?.clone();
        let begins = target.indices(&scope.begins)?;
        let extents: Array<PrimExpr> =
            scope.extents.iter().map(|extent| self.analyzer.simplify(extent, 2)).collect();
        let mut slice = target.buffer.make_slice(&begins, &extents)?;
        if !scope.source.strides.is_empty() {
            slice = slice.make_stride_view()?;
        } else if !slice.strides.is_empty() {
            let (buffer, target) = (scope.source.name.clone(), scope.target.name.clone());
            let problem = "the elements of the region are not next to each other: give the buffer strides";
            return Err(LowerError::Binding { buffer, target, problem: problem.into() });
        }
        let mut binder = ArgBinder::new(&mut self.uses.vars);
        binder.bind_buffer(&scope.source, &slice, scope.source.name.as_str())?;
        let bindings = binder.finish();
        let body = bindings.around(attr.body.clone())?;
        let region = Region { buffer: target.buffer, begins: Some(begins) };
        self.open(&scope.source, region, bindings.bound);
        let mut attr = attr.clone();
        *attr.make_mut().body = body;
        Ok(attr.upcast())
    }
}

impl ScopedRewriter for Binds {
    type Error = LowerError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        if declares_buffer(stmt) { Scope::New } else { Scope::Same }
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        expect_buffers(&stmt)?;
        if let Some(attr) = stmt.downcast_ref::<AttrStmt>()
            && attr.attr_key == BIND_SCOPE
        {
            return Ok(EnterStmt::Inside(self.bind(attr)?));
        }
        let stmt = map_exprs(stmt, &mut |expr| self.uses.expr(expr))?;
        if let Some(realize) = stmt.as_node::<BufferRealizeNode>() {
            self.open(&realize.buffer, Region::whole(&realize.buffer), Vec::new());
        }
        if let Some(store) = stmt.as_node::<BufferStoreNode>() {
            let region = self.uses.get(&store.buffer)?;
            if region.begins.is_some() {
                let (buffer, indices) = (region.buffer.clone(), region.indices(&store.indices)?);
                let store = BufferStore::new(buffer, store.value.clone(), indices, store.span.clone())?;
                return Ok(EnterStmt::Done(store.upcast()));
            }
        }
        if let Some(store) = stmt.downcast_ref::<Store>()
            && let Some(pointer) = self.uses.vars.get(&store.buffer_var)
            && let Some(pointer) = pointer.downcast_ref::<Var>()
        {
            let mut store = store.clone();
            *store.make_mut().buffer_var = pointer.clone();
            return Ok(EnterStmt::Done(store.upcast()));
        }
        if let Some(prefetch) = stmt.as_node::<PrefetchNode>() {
            let region = self.uses.get(&prefetch.buffer)?;
            if region.begins.is_some() {
                let mins: Array<PrimExpr> = prefetch.bounds.iter().map(|bound| bound.min.clone()).collect();
                let bounds = region.indices(&mins)?;
                let bounds = bounds.iter().zip(&prefetch.bounds);
                let bounds = bounds.map(|(min, bound)| Range::from_min_extent(min, &bound.extent));
                let bounds = bounds.collect::<Array<_>>();
                let prefetch = Prefetch::new(region.buffer.clone(), bounds, prefetch.span.clone());
                return Ok(EnterStmt::Done(prefetch.upcast()));
            }
        }
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        let attr = stmt.as_node::<AttrStmtNode>().filter(|attr| attr.attr_key == BIND_SCOPE);
        if attr.is_none() && !stmt.is_instance::<BufferRealizeNode>() {
            return Ok(stmt);
        }
        if let Some(Open { buffer, earlier, vars }) = self.open.pop() {
            match earlier {
                Some(earlier) => self.uses.buffers.insert(buffer, earlier),
                None => self.uses.buffers.remove(&buffer),
            };
            for var in &vars {
                self.uses.vars.remove(var);
            }
        }
        Ok(attr.map_or_else(|| stmt.clone(), |attr| attr.body.clone()))
    }
}
