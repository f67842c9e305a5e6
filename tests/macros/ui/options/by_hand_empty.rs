use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", by_hand)]
struct AddNode {
    base: Object,
}

fn main() {}
