//! Expression nodes, and trees of them.

use objet::prelude::*;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Expr", new)]
pub(super) struct ExprNode {
    base: Object,
    /// The line in a source file.
    #[reflect(skip_eq, default = 0)]
    pub(super) line: u32,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Number", is_final, new)]
pub(super) struct NumberNode {
    base: ExprNode,
    pub(super) value: i64,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Var", is_final, new)]
pub(super) struct VarNode {
    base: ExprNode,
    pub(super) name: objet::String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Add", is_final, new)]
pub(super) struct AddNode {
    base: ExprNode,
    pub(super) lhs: Expr,
    pub(super) rhs: Expr,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Mul", is_final, new)]
pub(super) struct MulNode {
    base: ExprNode,
    pub(super) lhs: Expr,
    pub(super) rhs: Expr,
}

/// Returns a balanced tree with `2^depth` leaves. All nodes are different objects. One leaf of
/// `zeros` is the number 0, and the others are variables and other numbers.
pub(super) fn tree(depth: u32, zeros: u32) -> Expr {
    let mut leaf = 0_u32;
    tree_of(depth, &mut || {
        leaf += 1;
        // A multiplicative generator spreads the zeros over the tree.
        match leaf.wrapping_mul(0x9e37_79b9) >> 8 {
            random if random % zeros == 0 => Number::new(0).upcast(),
            random if random & 1 == 0 => Number::new(i64::from(leaf)).upcast(),
            _ => Var::new("x").upcast(),
        }
    })
}

fn tree_of(depth: u32, leaf: &mut impl FnMut() -> Expr) -> Expr {
    if depth == 0 {
        return leaf();
    }
    let (lhs, rhs) = (tree_of(depth - 1, leaf), tree_of(depth - 1, leaf));
    if depth.is_multiple_of(3) { Mul::new(lhs, rhs).upcast() } else { Add::new(lhs, rhs).upcast() }
}
