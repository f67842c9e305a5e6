use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    lhs: i64,
    #[reflect(alias = "lhs")]
    rhs: i64,
}

fn main() {}
