use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", child_slots = -1)]
struct AddNode {
    base: Object,
}

fn main() {}
