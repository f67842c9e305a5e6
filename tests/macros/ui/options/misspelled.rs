use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(child_slot = 3, key = "ui.Add")]
struct AddNode {
    base: Object,
}

fn main() {}
