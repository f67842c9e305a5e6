use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    #[object(is_final)]
    base: Object,
    #[object(alias = "old", nonsense = 7)]
    axis: i64,
}

fn main() {}
