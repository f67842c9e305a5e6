use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui Add")]
struct AddNode {
    base: Object,
}

fn main() {}
