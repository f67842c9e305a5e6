use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    axis: i64,
    #[reflect(name = "axis")]
    other: i64,
}

fn main() {}
