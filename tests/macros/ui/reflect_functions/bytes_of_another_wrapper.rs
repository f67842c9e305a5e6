use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(bytes(to_bytes, from_bytes))]
struct AddNode {
    base: Object,
    axis: i64,
}

fn to_bytes(_: &AddNode) -> &str {
    ""
}

fn from_bytes(_: &[u8]) -> Result<objet::String, objet::Error> {
    loop {}
}

fn main() {}
