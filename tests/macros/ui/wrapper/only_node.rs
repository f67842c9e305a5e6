use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Node")]
struct Node {
    base: Object,
}

fn main() {}
