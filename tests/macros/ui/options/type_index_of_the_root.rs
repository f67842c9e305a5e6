use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", type_index = 0)]
struct AddNode {
    base: Object,
}

fn main() {}
