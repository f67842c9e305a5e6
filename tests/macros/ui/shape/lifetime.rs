use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode<'a> {
    base: Object,
    name: &'a str,
}

fn main() {}
