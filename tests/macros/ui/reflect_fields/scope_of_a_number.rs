use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Let")]
struct LetNode {
    base: Object,
    #[reflect(def)]
    var: ObjectRef,
    #[reflect(scope)]
    value: i64,
}

fn main() {}
