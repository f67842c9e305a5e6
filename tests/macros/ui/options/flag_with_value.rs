use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", is_final = true)]
struct AddNode {
    base: Object,
}

fn main() {}
