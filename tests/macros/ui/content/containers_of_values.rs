use objet::prelude::*;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", new)]
struct AddNode {
    base: Object,
    sizes: Array<i64>,
    #[reflect(skip_eq)]
    scales: Option<Array<f32>>,
    flags: Map<objet::String, bool>,
    names: Array<&'static str>,
    texts: Map<std::string::String, ObjectRef>,
    #[reflect(skip)]
    rows: Vec<Array<u8>>,
}

fn main() {}
