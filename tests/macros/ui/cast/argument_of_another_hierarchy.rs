use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Expr", new)]
struct ExprNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Binary", new)]
struct BinaryNode {
    base: ExprNode,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", new)]
struct AddNode {
    base: BinaryNode,
    lhs: Expr,
    rhs: Expr,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Ty", new)]
struct TyNode {
    base: Object,
}

fn line(_: impl Into<Expr>) {}

fn call(ty: Ty) {
    line(ty)
}

fn main() {}
