use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr", child_slots_can_overflow = false)]
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
