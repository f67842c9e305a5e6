use objet::prelude::*;

#[derive(Reflect)]
#[repr(C)]
struct AddNode(Object, u32);

fn main() {}
