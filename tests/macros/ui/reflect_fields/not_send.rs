use objet::prelude::*;

#[derive(Clone)]
struct Index(std::rc::Rc<u32>);

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    index: Index,
}

fn main() {}
