use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(alias = "a")]
    lhs: i64,
    #[reflect(alias = "a")]
    rhs: i64,
}

fn main() {}
