use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Item")]
struct ItemNode {
    base: Object,
}

struct Name;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    names: Array<Name>,
    items: Array<ItemNode>,
}

fn main() {}
