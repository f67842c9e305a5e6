use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", alias = "ui.Add")]
struct AddNode {
    base: Object,
}

fn main() {}
