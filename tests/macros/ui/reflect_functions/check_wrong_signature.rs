use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(check = valid)]
struct AddNode {
    base: Object,
    axis: i64,
}

fn valid(_: &AddNode) -> bool {
    true
}

fn main() {}
