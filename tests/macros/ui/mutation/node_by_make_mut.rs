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

fn node(add: &mut Add) -> &mut AddNode {
    add.make_mut()
}

fn main() {}
