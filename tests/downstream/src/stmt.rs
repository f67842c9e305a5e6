//! Toy statements. Their parents are written as paths, and their expressions are in another module.

use crate::expr;

/// Base of every statement.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.Stmt", child_slots = 4, crate = renamed_objet)]
pub struct StmtNode {
    base: renamed_objet::Object,
}

/// A loop, with room for exactly two kinds.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.Loop", child_slots = 2, child_slots_can_overflow = false, crate = renamed_objet)]
pub struct LoopNode {
    base: StmtNode,
    /// The statement to repeat.
    pub body: Option<Stmt>,
}

/// A counting loop.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.For", is_final, crate = renamed_objet)]
pub struct ForNode {
    base: LoopNode,
    /// The number of iterations.
    pub extent: expr::Expr,
}

/// A loop with a condition.
#[derive(renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.While", is_final, crate = renamed_objet)]
pub struct WhileNode {
    base: LoopNode,
    /// The condition to continue.
    pub condition: expr::Expr,
}

/// An expression in parentheses. The parent is written as a path.
#[derive(Clone, renamed_objet::Object)]
#[repr(C)]
#[object(key = "down.Group", crate = renamed_objet)]
pub struct GroupNode {
    base: expr::ExprNode,
    /// The expression in the parentheses.
    pub inner: expr::Expr,
}

impl StmtNode {
    /// Returns the base of a statement.
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
    /// Returns a loop that runs `body` `extent` times.
    pub fn new(extent: impl Into<expr::Expr>, body: Option<Stmt>) -> Self {
        let base = LoopNode { base: StmtNode::new(), body };
        renamed_objet::make_object(ForNode { base, extent: extent.into() }).into()
    }
}
