use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", is_final, child_slots = 4)]
struct AddNode {
    base: Object,
}

fn main() {}
