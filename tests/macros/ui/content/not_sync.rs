use objet::prelude::*;

struct Index(std::cell::Cell<u32>);

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    index: Index,
}

fn main() {}
