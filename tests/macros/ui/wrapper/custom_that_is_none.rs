use objet::prelude::*;

struct Sum;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add", custom_wrapper = Sum)]
struct AddNode {
    base: Object,
}

fn main() {}
