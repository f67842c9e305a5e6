use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(version = 1, alias = "ui.Plus")]
struct AddNode {
    base: Object,
    #[reflect(version = 1)]
    axis: i64,
}

fn main() {}
