//! Toy statements. Their parents are named by path, and their expressions live in another module.

use crate::expr;

/// Base of every statement.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.Stmt", child_slots = 4, crate = renamed_objet)]
pub struct StmtNode {
    base: renamed_objet::Object,
}

/// A loop: there are two kinds and no more.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.Loop", child_slots = 2, child_slots_can_overflow = false, crate = renamed_objet)]
pub struct LoopNode {
    base: StmtNode,
    /// What is done each time.
    pub body: Option<Stmt>,
}

/// A loop that counts.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.For", is_final, crate = renamed_objet)]
pub struct ForNode {
    base: LoopNode,
    /// How often it runs.
    pub extent: expr::Expr,
}

/// A loop that waits.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.While", is_final, crate = renamed_objet)]
pub struct WhileNode {
    base: LoopNode,
    /// How long it runs.
    pub condition: expr::Expr,
}

/// An expression in parentheses, whose parent is named by a path.
#[derive(Clone, renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.Group", crate = renamed_objet)]
pub struct GroupNode {
    base: expr::ExprNode,
    /// What is in it.
    pub inner: expr::Expr,
}

impl StmtNode {
    /// The base of a statement.
    #[must_use]
    pub fn new() -> Self {
        Self { base: renamed_objet::Object::new() }
    }
}

impl Default for StmtNode {
    fn default() -> Self {
        Self::new()
    }
}

impl For {
    /// Does `body`, `extent` times.
    pub fn new(extent: impl Into<expr::Expr>, body: Option<Stmt>) -> Self {
        let base = LoopNode { base: StmtNode::new(), body };
        renamed_objet::make_object(ForNode { base, extent: extent.into() }).into()
    }
}
