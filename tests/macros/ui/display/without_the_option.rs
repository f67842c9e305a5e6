use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", new)]
struct AddNode {
    base: Object,
}

fn main() {
    println!("{}", Add::new());
}
