use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", alias = "ui.Plus")]
struct AddNode {
    base: Object,
}

fn main() {}
