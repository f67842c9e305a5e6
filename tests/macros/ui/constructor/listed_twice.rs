use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Pad", new(axis, axis))]
struct PadNode {
    base: Object,
    width: i64,
    #[reflect(default = 1)]
    axis: i64,
}

fn main() {}
