use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr")]
struct ExprNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: ExprNode,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Stmt")]
struct StmtNode {
    base: Object,
}

fn upcast(add: AddNode) -> Expr {
    add.upcast()
}

fn main() {}
