use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode<T> {
    base: Object,
    value: T,
}

fn main() {}
