use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    line: u32,
}

fn assign(mut add: Add) {
    *add.make_mut().line = 3;
}

fn main() {}
