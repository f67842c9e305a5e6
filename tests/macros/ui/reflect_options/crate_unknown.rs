use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(crate = no_such_crate)]
struct AddNode {
    base: Object,
    axis: i64,
}

fn main() {}
