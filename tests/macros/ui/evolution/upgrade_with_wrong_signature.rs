use objet::prelude::*;

fn upgrade(_: &mut objet::graph::StoredAttrs) -> Result<(), &'static str> {
    Ok(())
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", version = 1, upgrade = upgrade)]
struct AddNode {
    base: Object,
}

fn main() {}
