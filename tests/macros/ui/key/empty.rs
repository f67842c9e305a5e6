use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "")]
struct AddNode {
    base: Object,
}

fn main() {}
