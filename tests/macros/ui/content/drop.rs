use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
}

impl Drop for AddNode {
    fn drop(&mut self) {}
}

fn main() {}
