use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", alias = "ui.Plus", alias = "ui.Plus")]
struct AddNode {
    base: Object,
}

fn main() {}
