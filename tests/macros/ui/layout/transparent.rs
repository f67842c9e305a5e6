use objet::prelude::*;

#[derive(Object)]
#[repr(transparent)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
}

fn main() {}
