//! Expressions with `Display`: a base without a form, and a node with a format.

use renamed_objet::{Object, Reflect};

/// Base of the shown expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shown.Expr", new, display, crate = renamed_objet)]
pub struct ExprNode {
    base: Object,
    /// The line in the source.
    #[reflect(default = 1)]
    pub line: u32,
}

/// `lhs + rhs`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shown.Add", new, display = "({lhs} + {rhs})", crate = renamed_objet)]
pub struct AddNode {
    base: ExprNode,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}
