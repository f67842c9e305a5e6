use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", wrapper = Sum, custom_wrapper = ObjectRef)]
struct AddNode {
    base: Object,
}

fn main() {}
