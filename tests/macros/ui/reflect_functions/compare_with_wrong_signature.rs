use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(compare_with(equal, hash))]
struct AddNode {
    base: Object,
    axis: i64,
}

fn equal(_: &AddNode, _: &AddNode) -> bool {
    true
}

fn hash(_: &AddNode, _: &mut objet::compare::HashReducer<'_>) -> u64 {
    0
}

fn main() {}
