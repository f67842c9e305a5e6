use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", by_hand(Debug))]
struct AddNode {
    base: Object,
}

fn main() {}
