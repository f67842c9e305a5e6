use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(lower_bound = 1, upper_bound = 9)]
    name: objet::String,
}

fn main() {}
