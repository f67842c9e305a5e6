use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", version = "1.0")]
struct AddNode {
    base: Object,
}

fn main() {}
