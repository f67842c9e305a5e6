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

fn node(add: &mut Add) -> Option<&mut AddNode> {
    add.get_mut()
}

fn main() {}
