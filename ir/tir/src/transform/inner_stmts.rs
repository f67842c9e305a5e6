//! The statements directly inside a statement.

use objet::prelude::*;

use crate::functor::{foreign_parts, with_foreign_parts};
use crate::stmt::{
    Allocate, AllocateNode, AssertStmt, AssertStmtNode, AttrStmt, AttrStmtNode, Block, BlockNode,
    BlockRealize, BlockRealizeNode, BufferRealize, BufferRealizeNode, For, ForNode, IfThenElse,
    IfThenElseNode, LetStmt, LetStmtNode, ProducerRealize, ProducerRealizeNode, SeqStmt, SeqStmtNode, Stmt,
    While, WhileNode,
};

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
        _ => foreign_parts(stmt.as_object_ref()),
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
        return SeqStmt::new(parts.collect::<Array<_>>(), stmt.span.clone()).upcast();
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
    with_foreign_parts(stmt.clone().into_object_ref(), parts).downcast().unwrap_or(stmt)
}
