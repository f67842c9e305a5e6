//! References to blocks and loops.

use objet::prelude::*;

use crate::stmt::{Block, For, Stmt};

/// A reference to a block or a loop of a scheduled module.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.StmtSRef", is_final)]
pub struct StmtSRefNode {
    base: Object,
    /// The index of the statement if it is an element of a sequence, or -1.
    pub seq_index: i64,
    #[reflect(skip)]
    stmt: Option<Stmt>,
    #[reflect(skip)]
    parent: Option<StmtSRef>,
}

impl StmtSRef {
    pub(super) fn new(stmt: Option<Stmt>, parent: Option<Self>, seq_index: i64) -> Self {
        make_object(StmtSRefNode { base: Object::new(), seq_index, stmt, parent }).into()
    }
}

impl StmtSRefNode {
    /// Returns the block or the loop. A mark and a reference from a file refer to none.
    pub fn stmt(&self) -> Option<&Stmt> {
        self.stmt.as_ref()
    }

    /// Returns the reference to the innermost block or loop around the statement.
    pub fn parent(&self) -> Option<&StmtSRef> {
        self.parent.as_ref()
    }

    /// Returns the block that this object refers to.
    pub fn block(&self) -> Option<&Block> {
        self.stmt.as_ref()?.downcast_ref()
    }

    /// Returns the loop that this object refers to.
    pub fn as_loop(&self) -> Option<&For> {
        self.stmt.as_ref()?.downcast_ref()
    }

    /// Returns the references to the loops around the statement, up to the innermost block, from
    /// the innermost to the outermost.
    pub(super) fn loops(&self) -> impl Iterator<Item = &StmtSRef> {
        let parent = self.parent().filter(|parent| parent.as_loop().is_some());
        std::iter::successors(parent, |sref| sref.parent().filter(|parent| parent.as_loop().is_some()))
    }

    /// Returns the reference to the innermost block around the statement.
    pub(super) fn scope_root(&self) -> Option<&StmtSRef> {
        self.loops().last().map_or(self.parent(), |outermost| outermost.parent())
    }
}
