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

fn swap(a: &mut Add, b: &mut Add) {
    std::mem::swap(&mut **a, &mut **b);
}

fn main() {}
