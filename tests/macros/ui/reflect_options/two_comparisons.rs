use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(graph_node, compare_with(equal, hash))]
struct AddNode {
    base: Object,
    axis: i64,
}

fn equal(_: &AddNode, _: &AddNode, _: &mut objet::compare::EqualReducer<'_>) -> bool {
    true
}

fn hash(_: &AddNode, _: &mut objet::compare::HashReducer<'_>) {}

fn main() {}
