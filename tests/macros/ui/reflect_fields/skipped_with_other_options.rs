use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(skip, name = "x", skip_eq)]
    axis: i64,
}

fn main() {}
