use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Expr")]
struct ExprNode {
    base: Object,
    #[reflect(alias = "location")]
    span: i64,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: ExprNode,
    location: i64,
}

fn main() {}
