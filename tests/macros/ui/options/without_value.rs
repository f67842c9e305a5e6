use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", child_slots)]
struct AddNode {
    base: Object,
}

fn main() {}
