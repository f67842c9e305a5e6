use objet::prelude::*;

fn name(_: &AddNode) -> &str {
    "add"
}

fn find(_: &[u8]) -> Result<Add, &'static str> {
    Err("no such node")
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", version = 1)]
#[reflect(bytes(name, find))]
struct AddNode {
    base: Object,
}

fn main() {}
