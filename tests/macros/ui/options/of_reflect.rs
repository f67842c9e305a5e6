use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", check = valid, default = 1)]
struct AddNode {
    base: Object,
    axis: i64,
}

fn main() {}
