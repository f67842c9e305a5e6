use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Var")]
struct VarNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", parent_wrapper = Var)]
struct AddNode {
    base: Object,
}

fn main() {}
