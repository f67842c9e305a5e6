use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Pad", new, validate)]
struct PadNode {
    base: Object,
    width: i64,
}

fn main() {}
