use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
struct AddNode {
    base: Object,
}

fn main() {}
