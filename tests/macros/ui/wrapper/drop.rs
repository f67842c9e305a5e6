use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
}

impl Drop for Add {
    fn drop(&mut self) {}
}

fn main() {}
