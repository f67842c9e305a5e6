use objet::prelude::*;

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "ui.Expr")]
struct ExprNode {
    base: Object,
    line: u32,
}

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: ExprNode,
    lhs: ObjectRef,
}

/// Swaps two values, like `std::mem::swap`.
fn exchange<T>(left: &mut T, right: &mut T) {
    std::mem::swap(left, right);
}

fn swap(add: &mut Add, other: &mut ExprNode) {
    exchange(&mut **add.make_mut().base, other);
}

fn main() {}
