use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", crate = no_such_crate)]
struct AddNode {
    base: Object,
}

fn main() {}
