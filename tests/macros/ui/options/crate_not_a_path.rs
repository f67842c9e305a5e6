use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", crate = "objet")]
struct AddNode {
    base: Object,
}

fn main() {}
