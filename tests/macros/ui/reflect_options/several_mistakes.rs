use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
#[reflect(check, by_ponter)]
struct AddNode {
    base: Object,
    #[reflect(nam = "x", upper_bound)]
    axis: i64,
}

fn main() {}
