use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object]
struct AddNode {
    base: Object,
}

fn main() {}
