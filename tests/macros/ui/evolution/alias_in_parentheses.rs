use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", alias("ui.Plus", "ui.Sum"))]
struct AddNode {
    base: Object,
}

fn main() {}
