use objet::prelude::*;

#[derive(Clone, Copy)]
#[repr(i32)]
enum Mode {
    Fast,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    mode: Mode,
}

fn main() {}
