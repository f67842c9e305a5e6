use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", type_index = 10)]
struct AddNode {
    base: Object,
}

fn main() {}
