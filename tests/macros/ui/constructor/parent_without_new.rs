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
#[object(key = "ui.Add", new)]
struct AddNode {
    base: ExprNode,
    axis: i64,
}

fn main() {}
