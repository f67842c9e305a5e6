//! Rewriting of statements with the scope of each statement.
//!
//! In contrast to [`StmtExprMutator`](crate::functor::StmtExprMutator), a statement in several places is
//! rewritten for each place, and a rewriter can add facts that hold in a part of a statement. The
//! rewriting does not recurse.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::expr::Range;
use crate::stmt::{
    Allocate, AllocateNode, AssertStmt, AssertStmtNode, AttrStmt, AttrStmtNode, Block, BlockNode,
    BlockRealize, BlockRealizeNode, BufferRealize, BufferRealizeNode, BufferRegion, BufferStore, Evaluate,
    For, ForNode, IfThenElse, IfThenElseNode, LetStmt, LetStmtNode, MatchBufferRegion, Prefetch,
    ProducerRealize, ProducerRealizeNode, ProducerStore, SeqStmt, SeqStmtNode, Stmt, Store, While, WhileNode,
};

/// How to rewrite a statement.
pub(crate) enum EnterStmt {
    /// Rewrite the statements directly inside this one.
    Inside(Stmt),
    /// Rewrite this statement in place of the other.
    Instead(Stmt),
    /// The statement is rewritten.
    Done(Stmt),
}

/// A rewriter of statements, for [`rewrite_stmt`].
pub(crate) trait ScopedRewriter {
    /// The error type of the methods.
    type Error;

    /// Runs before the statements inside a statement are rewritten. The method rewrites the
    /// expressions of the statement, for example by [`map_exprs`].
    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, Self::Error>;

    /// Runs before each statement directly inside `stmt`.
    fn enter_part(&mut self, stmt: &Stmt, index: usize) -> Result<(), Self::Error> {
        let _ = (stmt, index);
        Ok(())
    }

    /// Runs after each statement directly inside `stmt`.
    fn leave_part(&mut self, stmt: &Stmt, index: usize) {
        let _ = (stmt, index);
    }

    /// Runs after the statements inside a statement are rewritten. Returns the replacement.
    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, Self::Error> {
        Ok(stmt)
    }
}

/// A statement whose inner statements are being rewritten.
struct Frame {
    stmt: Stmt,
    parts: Vec<Stmt>,
    done: Vec<Stmt>,
}

/// Rewrites a statement and the statements inside.
pub(crate) fn rewrite_stmt<R: ScopedRewriter>(root: Stmt, rewriter: &mut R) -> Result<Stmt, R::Error> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut next = root;
    loop {
        let mut result = match rewriter.enter(next)? {
            EnterStmt::Instead(stmt) => {
                next = stmt;
                continue;
            }
            EnterStmt::Done(stmt) => Some(stmt),
            EnterStmt::Inside(stmt) => {
                let parts = parts_of(&stmt);
                frames.push(Frame { stmt, parts, done: Vec::new() });
                None
            }
        };
        next = loop {
            let Some(frame) = frames.last_mut() else {
                return Ok(result.unwrap_or_else(|| unreachable!("the root has a result")));
            };
            if let Some(result) = result.take() {
                rewriter.leave_part(&frame.stmt, frame.done.len());
                frame.done.push(result);
            }
            if let Some(part) = frame.parts.get(frame.done.len()) {
                rewriter.enter_part(&frame.stmt, frame.done.len())?;
                break part.clone();
            }
            if let Some(Frame { stmt, parts, done }) = frames.pop() {
                let stmt = if parts.iter().zip(&done).all(|(old, new)| old.same_as(new)) {
                    stmt
                } else {
                    with_parts(stmt, done)
                };
                result = Some(rewriter.leave(stmt)?);
                if frames.is_empty() {
                    return Ok(result.unwrap_or_else(|| unreachable!("the root has a result")));
                }
            }
        };
    }
}

/// Returns the statements directly inside a statement.
pub(crate) fn parts_of(stmt: &Stmt) -> Vec<Stmt> {
    match_node!(match stmt {
        node @ LetStmtNode => vec![node.body.clone()],
        node @ AttrStmtNode => vec![node.body.clone()],
        node @ AssertStmtNode => vec![node.body.clone()],
        node @ SeqStmtNode => node.seq.to_vec(),
        node @ IfThenElseNode => {
            [&node.then_case].into_iter().chain(&node.else_case).cloned().collect()
        }
        node @ ForNode => vec![node.body.clone()],
        node @ WhileNode => vec![node.body.clone()],
        node @ AllocateNode => vec![node.body.clone()],
        node @ BufferRealizeNode => vec![node.body.clone()],
        node @ ProducerRealizeNode => vec![node.body.clone()],
        node @ BlockNode => node.init.iter().chain([&node.body]).cloned().collect(),
        node @ BlockRealizeNode => vec![node.block.clone().upcast()],
        _ => Vec::new(),
    })
}

/// Returns a statement with other statements directly inside, which are in the order of
/// [`parts_of`].
pub(crate) fn with_parts(stmt: Stmt, parts: Vec<Stmt>) -> Stmt {
    let mut parts = parts.into_iter();
    macro_rules! with_body {
        ($($stmt:ident)*) => {
            $(
                if let Some(node) = stmt.downcast_ref::<$stmt>() {
                    let mut node = node.clone();
                    if let Some(body) = parts.next() {
                        *node.make_mut().body = body;
                    }
                    return node.upcast();
                }
            )*
        };
    }
    with_body! { LetStmt AttrStmt AssertStmt For While Allocate BufferRealize ProducerRealize }
    if stmt.is_instance::<SeqStmtNode>() {
        return SeqStmt::new(parts.collect::<Array<_>>(), span_of(&stmt)).upcast();
    }
    if let Some(node) = stmt.downcast_ref::<IfThenElse>() {
        let mut node = node.clone();
        let fields = node.make_mut();
        if let Some(then_case) = parts.next() {
            *fields.then_case = then_case;
        }
        if fields.else_case.is_some() {
            *fields.else_case = parts.next();
        }
        return node.upcast();
    }
    if let Some(node) = stmt.downcast_ref::<Block>() {
        let mut node = node.clone();
        let fields = node.make_mut();
        if fields.init.is_some() {
            *fields.init = parts.next();
        }
        if let Some(body) = parts.next() {
            *fields.body = body;
        }
        return node.upcast();
    }
    if let Some(node) = stmt.downcast_ref::<BlockRealize>() {
        let mut node = node.clone();
        if let Some(block) = parts.next().and_then(|part| part.downcast().ok()) {
            *node.make_mut().block = block;
        }
        return node.upcast();
    }
    stmt
}

fn span_of(stmt: &Stmt) -> Option<objet_ir::span::Span> {
    stmt.span.clone()
}

/// Rewrites the expressions that a statement itself evaluates, in the order of TVM's traversal.
pub(crate) fn map_exprs<E>(
    stmt: Stmt,
    mut function: impl FnMut(&PrimExpr) -> Result<PrimExpr, E>,
) -> Result<Stmt, E> {
    macro_rules! map_fields {
        ($($stmt:ident: $($field:ident)*;)*) => {
            $(
                if let Some(node) = stmt.downcast_ref::<$stmt>() {
                    $(let $field = mapped(&node.$field, &mut function)?;)*
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
    Ok(stmt)
}

/// A part of a statement with expressions.
trait MapExprs: Sized {
    fn map<E>(&self, function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>) -> Result<Option<Self>, E>;
}

/// Returns the part with rewritten expressions, or `None` if nothing changes.
fn mapped<T: MapExprs, E>(
    part: &T,
    function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>,
) -> Result<Option<T>, E> {
    part.map(function)
}

impl MapExprs for PrimExpr {
    fn map<E>(&self, function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>) -> Result<Option<Self>, E> {
        let new = function(self)?;
        Ok((!new.same_as(self)).then_some(new))
    }
}

impl MapExprs for Range {
    fn map<E>(&self, function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>) -> Result<Option<Self>, E> {
        let (min, extent) = (self.min.map(function)?, self.extent.map(function)?);
        if min.is_none() && extent.is_none() {
            return Ok(None);
        }
        let (min, extent) = (min.as_ref().unwrap_or(&self.min), extent.as_ref().unwrap_or(&self.extent));
        Ok(Some(Self::from_min_extent(min, extent)))
    }
}

impl MapExprs for crate::expr::IterVar {
    fn map<E>(&self, function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>) -> Result<Option<Self>, E> {
        let Some(dom) = &self.dom else { return Ok(None) };
        Ok(dom.map(function)?.map(|dom| {
            let mut axis = self.clone();
            *axis.make_mut().dom = Some(dom);
            axis
        }))
    }
}

impl MapExprs for BufferRegion {
    fn map<E>(&self, function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>) -> Result<Option<Self>, E> {
        Ok(self.region.map(function)?.map(|ranges| {
            let mut region = self.clone();
            *region.make_mut().region = ranges;
            region
        }))
    }
}

impl MapExprs for MatchBufferRegion {
    fn map<E>(&self, function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>) -> Result<Option<Self>, E> {
        Ok(self.source.map(function)?.map(|source| {
            let mut region = self.clone();
            *region.make_mut().source = source;
            region
        }))
    }
}

impl<T: MapExprs + IsObjectRef> MapExprs for Array<T> {
    fn map<E>(&self, function: &mut impl FnMut(&PrimExpr) -> Result<PrimExpr, E>) -> Result<Option<Self>, E> {
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
