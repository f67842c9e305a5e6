use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Large")]
struct LargeNode {
    base: Object,
    #[reflect(skip, default = [0; 1 << 32])]
    room: [u8; 1 << 32],
    number: i32,
}

fn main() {}
