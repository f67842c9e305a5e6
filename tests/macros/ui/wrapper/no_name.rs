use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct Add {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Sum")]
struct SumNode {
    base: Add,
}

fn main() {}
