//! Toy expressions: a hierarchy with an intermediate type that adds no fields.

use renamed_objet::{Object, String, make_object};

/// Base of every toy expression.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Expr", child_slots = 16, crate = renamed_objet)]
pub struct ExprNode {
    base: Object,
    /// The line in the source.
    pub line: u32,
}

/// An expression of two operands.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Binary", child_slots = 4, crate = renamed_objet)]
pub struct BinaryNode {
    base: ExprNode,
}

/// `lhs + rhs`
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Add", is_final, crate = renamed_objet)]
pub struct AddNode {
    base: BinaryNode,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}

/// `lhs * rhs`
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Mul", is_final, crate = renamed_objet)]
pub struct MulNode {
    base: BinaryNode,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}

/// A variable.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Var", crate = renamed_objet)]
pub struct VarNode {
    base: ExprNode,
    /// The name.
    pub name: String,
}

/// A constant.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "down.Const", crate = renamed_objet)]
pub struct ConstNode {
    base: ExprNode,
    /// The value.
    pub value: i64,
}

impl ExprNode {
    /// Returns the base of an expression in this line.
    #[must_use]
    pub fn new(line: u32) -> Self {
        Self { base: Object::new(), line }
    }
}

impl BinaryNode {
    /// Returns the base of a binary expression in this line.
    #[must_use]
    pub fn new(line: u32) -> Self {
        Self { base: ExprNode::new(line) }
    }
}

impl Add {
    /// Returns `lhs + rhs`.
    pub fn new(lhs: impl Into<Expr>, rhs: impl Into<Expr>) -> Self {
        make_object(AddNode { base: BinaryNode::new(1), lhs: lhs.into(), rhs: rhs.into() }).into()
    }
}

impl Mul {
    /// Returns `lhs * rhs`.
    pub fn new(lhs: impl Into<Expr>, rhs: impl Into<Expr>) -> Self {
        make_object(MulNode { base: BinaryNode::new(1), lhs: lhs.into(), rhs: rhs.into() }).into()
    }
}

impl Var {
    /// Returns a variable with this name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        make_object(VarNode { base: ExprNode::new(1), name: name.into() }).into()
    }
}

impl Const {
    /// Returns a constant with this value.
    #[must_use]
    pub fn new(value: i64) -> Self {
        make_object(ConstNode { base: ExprNode::new(1), value }).into()
    }
}
