use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", display)]
struct AddNode {
    base: Object,
}

fn main() {}
