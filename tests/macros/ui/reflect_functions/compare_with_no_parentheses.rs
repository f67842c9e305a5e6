use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(compare_with = equal)]
struct AddNode {
    base: Object,
    axis: i64,
}

fn main() {}
