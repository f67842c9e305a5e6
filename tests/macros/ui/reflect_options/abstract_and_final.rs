use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Base", is_final)]
#[reflect(is_abstract)]
struct BaseNode {
    base: Object,
}

fn main() {}
