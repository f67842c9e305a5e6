use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr")]
struct ExprNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", type_index = 7)]
struct AddNode {
    base: ExprNode,
}

fn main() {}
