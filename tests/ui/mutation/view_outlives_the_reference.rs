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

fn line(mut add: Add) -> &'static mut u32 {
    add.make_mut().lhs;
    add.make_mut().line
}

fn main() {}
