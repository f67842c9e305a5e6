use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr")]
union ExprNode {
    int: u32,
    float: f32,
}

fn main() {}
