use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(alias)]
    lhs: i64,
}

fn main() {}
