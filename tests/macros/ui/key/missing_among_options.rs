use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(is_final)]
struct AddNode {
    base: Object,
}

fn main() {}
