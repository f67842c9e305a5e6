use objet::prelude::*;

fn upgrade(_: u32, _: &mut objet::graph::StoredAttrs) -> Result<(), &'static str> {
    Ok(())
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", upgrade = upgrade)]
struct AddNode {
    base: Object,
}

fn main() {}
