use objet::prelude::*;

#[derive(Object)]
#[repr(C, packed)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
}

fn main() {}
