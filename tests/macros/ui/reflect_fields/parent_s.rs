use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    #[reflect(skip)]
    base: Object,
}

fn main() {}
