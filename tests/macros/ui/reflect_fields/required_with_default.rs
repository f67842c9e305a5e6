use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(required, default = None)]
    units: Option<ObjectRef>,
    #[reflect(skip, required)]
    cache: Option<ObjectRef>,
}

fn main() {}
