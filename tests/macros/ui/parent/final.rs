use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr", is_final)]
struct ExprNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: ExprNode,
}

fn main() {}
