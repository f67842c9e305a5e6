//! The uses of buffers in a function while memory is laid out.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use crate::buffer::Buffer;
use crate::expr::{BufferLoad, Call, CallNode, ProducerLoad, Var};
use crate::functor::StmtExprMutator;
use crate::stmt::{
    AttrStmt, AttrStmtNode, BufferRealizeNode, BufferStore, BufferStoreNode, Prefetch, PrefetchNode,
    ProducerRealizeNode, ProducerStoreNode, Stmt,
};
use crate::transform::LowerError;
use crate::{buffer, builtin};

/// The attribute that binds a buffer to a region of another.
pub(super) const BIND_SCOPE: &str = "buffer_bind_scope";

/// The replacements of buffers and variables in expressions.
pub(super) struct Uses<U> {
    /// The buffers by those that they replace.
    pub(super) buffers: HashMap<Buffer, U>,
    pub(super) vars: HashMap<Var, PrimExpr>,
}

impl<U> Default for Uses<U> {
    fn default() -> Self {
        Self { buffers: HashMap::new(), vars: HashMap::new() }
    }
}

/// A replacement of a buffer.
pub(super) trait BufferUse {
    /// Returns the expression that takes the place of a load.
    fn load(&self, load: BufferLoad) -> Result<PrimExpr, LowerError>;
}

/// Rewrites expressions by the replacements.
struct Replace<'a, U>(&'a Uses<U>);

impl<U: BufferUse> Uses<U> {
    pub(super) fn expr(&self, expr: &PrimExpr) -> Result<PrimExpr, LowerError> {
        Replace(self).mutate(expr.clone())
    }

    /// Returns the replacement of a buffer, which must be in scope.
    pub(super) fn get(&self, buffer: &Buffer) -> Result<&U, LowerError> {
        self.buffers.get(buffer).ok_or_else(|| unknown(buffer))
    }
}

/// Returns the error of a buffer without memory.
pub(super) fn unknown(buffer: &Buffer) -> LowerError {
    let problem = "is used outside of its realization: realize the buffer around all of its uses";
    LowerError::Buffer { buffer: buffer.name.clone(), problem }
}

impl<U: BufferUse> StmtExprMutator for Replace<'_, U> {
    type Error = LowerError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, LowerError> {
        Ok(Enter::Keep)
    }

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr, LowerError> {
        Ok(self.0.vars.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }

    fn visit_buffer_load(&mut self, load: BufferLoad) -> Result<PrimExpr, LowerError> {
        self.0.get(&load.buffer)?.load(load)
    }

    fn visit_producer_load(&mut self, load: ProducerLoad) -> Result<PrimExpr, LowerError> {
        Err(LowerError::Producer(buffer::producer_name(&load.producer)))
    }
}

/// Returns an error for a statement on a tensor without a buffer.
pub(super) fn expect_buffers(stmt: &Stmt) -> Result<(), LowerError> {
    let producer = match_node!(match stmt {
        store @ ProducerStoreNode => &store.producer,
        realize @ ProducerRealizeNode => &realize.producer,
        _ => return Ok(()),
    });
    Err(LowerError::Producer(buffer::producer_name(producer)))
}

/// Returns the buffer of a store or a prefetch.
pub(super) fn stored_buffer(stmt: &Stmt) -> Option<&Buffer> {
    match_node!(match stmt {
        store @ BufferStoreNode => Some(&store.buffer),
        prefetch @ PrefetchNode => Some(&prefetch.buffer),
        _ => None,
    })
}

/// Whether a statement realizes a buffer, or binds one to a region.
pub(super) fn declares_buffer(stmt: &Stmt) -> bool {
    match_node!(match stmt {
        attr @ AttrStmtNode => attr.attr_key == BIND_SCOPE,
        BufferRealizeNode => true,
        _ => false,
    })
}

/// A buffer that is bound to a region of another one.
pub(super) struct BindScope {
    pub(super) source: Buffer,
    pub(super) target: Buffer,
    pub(super) begins: Array<PrimExpr>,
    pub(super) extents: Array<PrimExpr>,
}

impl BindScope {
    /// Reads the attribute of a statement.
    pub(super) fn of(attr: &AttrStmtNode) -> Result<Self, LowerError> {
        let error = |expected, found: &str| {
            let attr = attr.attr_key.clone();
            LowerError::Attr { attr, expected, found: found.into() }
        };
        let buffers = attr.node.as_ref().and_then(|node| node.downcast_ref::<Array<Buffer>>());
        let Some([source, target]) = buffers.map(|buffers| &buffers[..]) else {
            let found = attr.node.as_ref().map_or("null", |node| node.type_key());
            return Err(error("an array of two buffers", found));
        };
        let tuple = attr.value.as_node::<CallNode>().filter(|call| call.calls(&builtin::tvm_tuple()));
        let parts = tuple.map(|tuple| &tuple.args[..]).filter(|args| args.len() == 2 * target.shape.len());
        let Some(parts) = parts else {
            let expected = "a call of tvm_tuple with a begin and an extent for each axis";
            return Err(error(expected, attr.value.type_key()));
        };
        let every = |first: usize| parts.iter().skip(first).step_by(2).cloned().collect();
        Ok(Self { source: source.clone(), target: target.clone(), begins: every(0), extents: every(1) })
    }

    /// Returns the attribute of a statement.
    pub(super) fn stmt(&self, attr: &AttrStmtNode, body: Stmt) -> Stmt {
        let parts = self.begins.iter().zip(&self.extents).flat_map(|(begin, extent)| [begin, extent]);
        let args: Array<PrimExpr> = parts.cloned().collect();
        let value = Call::of(attr.value.dtype, builtin::tvm_tuple(), args, None);
        let node: Array<Buffer> = [self.source.clone(), self.target.clone()].into();
        let node = Some(node.into_object_ref());
        AttrStmt::new(node, attr.attr_key.clone(), value, body, attr.span.clone()).upcast()
    }
}

/// Replaces the buffers of a store, a prefetch or an attribute.
pub(super) fn with_buffer(stmt: Stmt, mut replacement: impl FnMut(&Buffer) -> Option<Buffer>) -> Stmt {
    macro_rules! replace {
        ($($stmt:ident)*) => {
            $(
                if let Some(node) = stmt.downcast_ref::<$stmt>() {
                    let Some(new) = replacement(&node.buffer) else { return stmt };
                    let mut node = node.clone();
                    *node.make_mut().buffer = new;
                    return node.upcast();
                }
            )*
        };
    }
    replace! { BufferStore Prefetch }
    if let Some(attr) = stmt.downcast_ref::<AttrStmt>() {
        let buffer = attr.node.as_ref().and_then(|node| node.downcast_ref::<Buffer>());
        let Some(new) = buffer.and_then(&mut replacement) else { return stmt };
        let mut attr = attr.clone();
        *attr.make_mut().node = Some(new.into_object_ref());
        return attr.upcast();
    }
    stmt
}
