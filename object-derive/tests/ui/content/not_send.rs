use std::rc::Rc;

use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    lhs: Rc<u32>,
}

fn main() {}
