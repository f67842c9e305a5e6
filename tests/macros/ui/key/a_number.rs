use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = 3, is_final)]
struct AddNode {
    base: Object,
}

fn main() {}
