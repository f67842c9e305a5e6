use objet::prelude::*;

struct ExprNode;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: ExprNode,
}

fn main() {}
