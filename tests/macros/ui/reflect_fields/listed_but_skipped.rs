use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(fields(axis))]
struct AddNode {
    base: Object,
    #[reflect(skip)]
    axis: i64,
}

fn main() {}
