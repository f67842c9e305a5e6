use std::cell::Cell;

use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    lhs: Cell<u32>,
}

fn main() {}
