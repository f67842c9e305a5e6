use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(final, key = "ui.Add")]
struct AddNode {
    base: Object,
}

fn main() {}
