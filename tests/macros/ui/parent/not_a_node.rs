use objet::prelude::*;

struct Plain;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Plain,
}

fn main() {}
