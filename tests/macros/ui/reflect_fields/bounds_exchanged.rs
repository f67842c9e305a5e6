use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(lower_bound = 9, upper_bound = 1)]
    axis: i64,
}

fn main() {}
