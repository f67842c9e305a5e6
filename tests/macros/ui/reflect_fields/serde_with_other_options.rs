use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    #[reflect(serde, lower_bound = 1)]
    axis: i64,
    #[reflect(serde, def)]
    names: Vec<String>,
    #[reflect(serde, visit_last)]
    body: Vec<String>,
}

fn main() {}
