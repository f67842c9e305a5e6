use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(bytes(to_bytes, from_bytes))]
struct AddNode {
    base: Object,
    axis: i64,
}

fn to_bytes(_: &AddNode) -> u64 {
    0
}

fn from_bytes(_: &[u8]) -> Add {
    loop {}
}

fn main() {}
