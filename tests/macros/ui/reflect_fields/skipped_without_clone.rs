use objet::prelude::*;

#[derive(Default)]
struct Cache;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(skip)]
    cache: Cache,
}

fn main() {}
