use objet::prelude::*;

#[derive(Object)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
}

fn main() {}
