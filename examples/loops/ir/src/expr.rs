//! Expressions.

use std::ops;

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;

use crate::types::Type;

/// Base of the expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Expr", new, display)]
pub struct ExprNode {
    base: Object,
    /// The type of the value.
    pub ty: Type,
}

/// A variable, which a loop, a `let` or nothing binds. Two variables are equal if they are bound at
/// the same position, whatever their names are.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Var", is_final, new(ty: impl Into<Type>), display = "{name}")]
#[reflect(free_variable)]
pub struct VarNode {
    base: ExprNode,
    /// The name, for readers.
    #[reflect(skip_eq)]
    pub name: String,
}

/// A whole number.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Const", is_final, new(ty = Type::index()), display = "{value}")]
pub struct ConstNode {
    base: ExprNode,
    /// The number.
    pub value: i64,
}

/// Base of the expressions with two operands of one type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Binary", new(ty = lhs.ty.clone()))]
pub struct BinaryNode {
    base: ExprNode,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}

/// `lhs + rhs`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Add", is_final, new(lhs: impl Into<Expr>, rhs: impl Into<Expr>), display = "{lhs} + {rhs}")]
pub struct AddNode {
    base: BinaryNode,
}

/// `lhs * rhs`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Mul", is_final, new(lhs: impl Into<Expr>, rhs: impl Into<Expr>), display = show_mul)]
pub struct MulNode {
    base: BinaryNode,
}

/// An element of a buffer.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Load", is_final, new(ty = buffer.ty.element()), display = "{buffer}[{index}]")]
pub struct LoadNode {
    base: ExprNode,
    /// The buffer.
    pub buffer: Var,
    /// The index of the element.
    pub index: Expr,
}

/// Shows a product, with parentheses around sums.
fn show_mul<'a>(mul: &'a MulNode, printer: &mut ReprPrinter<'a>) {
    for (operand, before) in [(&mul.lhs, ""), (&mul.rhs, " * ")] {
        printer.text(before);
        if operand.is_instance::<AddNode>() {
            printer.text("(").object(operand).text(")");
        } else {
            printer.object(operand);
        }
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Const::new(value).upcast()
    }
}

impl<R: Into<Expr>> ops::Add<R> for Expr {
    type Output = Self;

    fn add(self, rhs: R) -> Self {
        Add::new(self, rhs).upcast()
    }
}

impl<R: Into<Expr>> ops::Mul<R> for Expr {
    type Output = Self;

    fn mul(self, rhs: R) -> Self {
        Mul::new(self, rhs).upcast()
    }
}
