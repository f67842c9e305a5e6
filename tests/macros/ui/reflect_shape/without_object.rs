use objet::prelude::*;

#[derive(Reflect)]
#[repr(C)]
struct AddNode {
    base: Object,
    axis: i64,
}

fn main() {}
