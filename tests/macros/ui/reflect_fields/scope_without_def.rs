use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Let")]
struct LetNode {
    base: Object,
    var: ObjectRef,
    #[reflect(scope)]
    body: ObjectRef,
}

fn main() {}
