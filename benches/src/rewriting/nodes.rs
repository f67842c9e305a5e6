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

/// The shape of a tree.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// All leaves have the same depth, and all nodes of a depth have the same operator.
    Balanced,
    /// The sizes of operands and the operators are random.
    Irregular,
}

/// Returns a tree with `2^depth` leaves. All nodes are different objects. One leaf of `zeros` is
/// the number 0, and the others are variables and other numbers, in random order.
pub(super) fn tree(depth: u32, zeros: u64, shape: Shape) -> Expr {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |end: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 8) % end
    };
    tree_of(1 << depth, zeros, shape, &mut below)
}

/// `random` returns a random number below its argument.
fn tree_of(leaves: u64, zeros: u64, shape: Shape, random: &mut impl FnMut(u64) -> u64) -> Expr {
    if leaves == 1 {
        return if random(zeros) == 0 {
            Number::new(0).upcast()
        } else if random(2) == 0 {
            Number::new(1 + random(1000) as i64).upcast()
        } else {
            Var::new("x").upcast()
        };
    }
    let (left, is_mul) = match shape {
        Shape::Balanced => (leaves / 2, leaves.ilog2().is_multiple_of(3)),
        Shape::Irregular => (1 + random(leaves - 1), random(3) == 0),
    };
    let lhs = tree_of(left, zeros, shape, random);
    let rhs = tree_of(leaves - left, zeros, shape, random);
    if is_mul { Mul::new(lhs, rhs).upcast() } else { Add::new(lhs, rhs).upcast() }
}
