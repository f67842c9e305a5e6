use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(compare_with(equal))]
struct AddNode {
    base: Object,
    axis: i64,
}

fn equal(_: &AddNode, _: &AddNode, _: &mut objet::compare::EqualReducer<'_>) -> bool {
    true
}

fn main() {}
