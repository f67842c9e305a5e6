use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", version = 1)]
struct AddNode {
    base: Object,
}

fn main() {}
