use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Pad", new)]
struct PadNode {
    base: Object,
    width: i64,
    #[reflect(default = "one")]
    axis: i64,
}

fn main() {}
