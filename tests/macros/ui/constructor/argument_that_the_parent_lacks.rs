use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Pad", new(span: Option<u32>))]
struct PadNode {
    base: Object,
    width: i64,
    #[reflect(default = 1)]
    axis: i64,
}

fn main() {}
