use objet::prelude::*;

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "ui.Expr")]
struct ExprNode {
    base: Object,
    line: u32,
}

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: ExprNode,
    lhs: ObjectRef,
}

fn assign(add: &mut Add) {
    add.line = 3;
}

fn main() {}
