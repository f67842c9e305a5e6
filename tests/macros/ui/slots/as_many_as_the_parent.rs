use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr", child_slots = 4)]
struct ExprNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", child_slots = 4)]
struct AddNode {
    base: ExprNode,
}

fn main() {}
