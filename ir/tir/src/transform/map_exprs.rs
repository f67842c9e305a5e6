//! Rewriting of the expressions that a statement evaluates, in place.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::expr::Range;
use crate::functor::{foreign_parts, with_foreign_parts};
use crate::stmt::{
    Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRealize, BufferRegion, BufferStore, Evaluate,
    For, IfThenElse, LetStmt, MatchBufferRegion, Prefetch, ProducerRealize, ProducerStore, Stmt, Store,
    While,
};

/// Rewrites the expressions that a statement itself evaluates, in the order of TVM's traversal.
pub(crate) fn map_exprs<E>(
    stmt: Stmt,
    function: &mut dyn FnMut(&PrimExpr) -> Result<PrimExpr, E>,
) -> Result<Stmt, E> {
    let mut failed = None;
    let mapped = map_stmt(stmt, &mut |expr| {
        function(expr).map_err(|error| {
            failed = Some(error);
            Stop
        })
    });
    match (mapped, failed) {
        (_, Some(error)) => Err(error),
        (Ok(stmt), None) => Ok(stmt),
        (Err(Stop), None) => unreachable!("the error was kept"),
    }
}

/// The function has failed. One type for all errors, so that the traversal is compiled once.
struct Stop;

/// A function that rewrites an expression.
type RewriteExpr<'f> = dyn FnMut(&PrimExpr) -> Result<PrimExpr, Stop> + 'f;

fn map_stmt(stmt: Stmt, function: &mut RewriteExpr<'_>) -> Result<Stmt, Stop> {
    macro_rules! map_fields {
        ($($stmt:ident: $($field:ident)*;)*) => {
            $(
                if let Some(node) = stmt.downcast_ref::<$stmt>() {
                    $(let $field = node.$field.map(function)?;)*
                    if $($field.is_none())&&* {
                        return Ok(stmt);
                    }
                    let mut node = node.clone();
                    $(
                        if let Some(new) = $field {
                            *node.make_mut().$field = new;
                        }
                    )*
                    return Ok(node.upcast());
                }
            )*
        };
    }
    map_fields! {
        LetStmt: value;
        AttrStmt: value;
        AssertStmt: condition message;
        IfThenElse: condition;
        Evaluate: value;
        For: min extent;
        While: condition;
        Store: value index predicate;
        BufferStore: value indices;
        BufferRealize: bounds condition;
        ProducerStore: indices value;
        ProducerRealize: bounds condition;
        Allocate: extents condition;
        Prefetch: bounds;
        Block: iter_vars reads writes match_buffers;
        BlockRealize: iter_values predicate;
    }
    let old: Vec<PrimExpr> = foreign_parts(stmt.as_object_ref());
    let new = old.iter().map(&mut *function).collect::<Result<Vec<_>, _>>()?;
    if old.iter().zip(&new).all(|(old, new)| old.same_as(new)) {
        return Ok(stmt);
    }
    Ok(with_foreign_parts(stmt.clone().into_object_ref(), new).downcast().unwrap_or(stmt))
}

/// A part of a statement with expressions.
trait MapExprs: Sized {
    /// Returns the part with rewritten expressions, or `None` if nothing changes.
    fn map(&self, function: &mut RewriteExpr<'_>) -> Result<Option<Self>, Stop>;
}

impl MapExprs for PrimExpr {
    fn map(&self, function: &mut RewriteExpr<'_>) -> Result<Option<Self>, Stop> {
        let new = function(self)?;
        Ok((!new.same_as(self)).then_some(new))
    }
}

impl MapExprs for Range {
    fn map(&self, function: &mut RewriteExpr<'_>) -> Result<Option<Self>, Stop> {
        let (min, extent) = (self.min.map(function)?, self.extent.map(function)?);
        if min.is_none() && extent.is_none() {
            return Ok(None);
        }
        let (min, extent) = (min.as_ref().unwrap_or(&self.min), extent.as_ref().unwrap_or(&self.extent));
        Ok(Some(Self::from_min_extent(min, extent)))
    }
}

impl MapExprs for crate::expr::IterVar {
    fn map(&self, function: &mut RewriteExpr<'_>) -> Result<Option<Self>, Stop> {
        let Some(dom) = &self.dom else { return Ok(None) };
        Ok(dom.map(function)?.map(|dom| {
            let mut axis = self.clone();
            *axis.make_mut().dom = Some(dom);
            axis
        }))
    }
}

impl MapExprs for BufferRegion {
    fn map(&self, function: &mut RewriteExpr<'_>) -> Result<Option<Self>, Stop> {
        Ok(self.region.map(function)?.map(|ranges| {
            let mut region = self.clone();
            *region.make_mut().region = ranges;
            region
        }))
    }
}

impl MapExprs for MatchBufferRegion {
    fn map(&self, function: &mut RewriteExpr<'_>) -> Result<Option<Self>, Stop> {
        Ok(self.source.map(function)?.map(|source| {
            let mut region = self.clone();
            *region.make_mut().source = source;
            region
        }))
    }
}

impl<T: MapExprs + IsObjectRef> MapExprs for Array<T> {
    fn map(&self, function: &mut RewriteExpr<'_>) -> Result<Option<Self>, Stop> {
        let mut is_changed = false;
        let mut parts = Vec::with_capacity(self.len());
        for part in self {
            let new = part.map(function)?;
            is_changed |= new.is_some();
            parts.push(new.unwrap_or_else(|| part.clone()));
        }
        Ok(is_changed.then(|| parts.into()))
    }
}
