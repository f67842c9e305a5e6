use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Expr")]
struct ExprNode {
    base: Object,
    line: u32,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", display = "({} + {rhs})")]
struct AddNode {
    base: ExprNode,
    lhs: Expr,
    rhs: Expr,
    #[reflect(skip)]
    cost: u64,
}

fn main() {}
