use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr", new)]
struct ExprNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", new)]
struct AddNode {
    base: ExprNode,
    lhs: Expr,
    rhs: Expr,
}

struct PlainNode;

fn number(expr: &Expr) -> u32 {
    match_node!(match expr {
        AddNode { lhs, .. } | ExprNode => 1,
        _ => 0,
    })
}

fn main() {}
