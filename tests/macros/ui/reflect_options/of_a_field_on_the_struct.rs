use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(lower_bound = 1)]
struct AddNode {
    base: Object,
    axis: i64,
}

fn main() {}
