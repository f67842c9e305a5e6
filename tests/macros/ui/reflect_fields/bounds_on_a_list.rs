use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(lower_bound = 0)]
    axes: Vec<i64>,
}

fn main() {}
