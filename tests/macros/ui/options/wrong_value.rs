use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", child_slots_can_overflow = "no")]
struct AddNode {
    base: Object,
}

fn main() {}
