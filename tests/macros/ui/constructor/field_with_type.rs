use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Pad", new(axis: i64))]
struct PadNode {
    base: Object,
    width: i64,
    #[reflect(default = 1)]
    axis: i64,
}

fn main() {}
