use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(def)]
    axis: i64,
    #[reflect(def)]
    name: Option<objet::String>,
}

fn main() {}
