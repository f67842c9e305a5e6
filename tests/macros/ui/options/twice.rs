use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", key = "ui.Sum")]
struct AddNode {
    base: Object,
}

fn main() {}
