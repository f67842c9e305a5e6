use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Let")]
struct LetNode {
    base: Object,
    #[reflect(def, scope)]
    var: ObjectRef,
}

fn main() {}
