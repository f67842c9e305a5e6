use objet::prelude::*;

struct Index(std::rc::Rc<u32>);

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    index: Index,
}

fn main() {}
