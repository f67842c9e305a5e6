use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr")]
enum ExprNode {
    Add,
    Mul,
}

fn main() {}
