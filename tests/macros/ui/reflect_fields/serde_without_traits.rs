use objet::prelude::*;

#[derive(Clone, PartialEq)]
struct Cache;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(serde)]
    cache: Cache,
}

fn main() {}
