use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(colour = "red", key = "ui.Add")]
struct AddNode {
    base: Object,
}

fn main() {}
