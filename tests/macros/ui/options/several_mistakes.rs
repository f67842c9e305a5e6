use objet::prelude::*;

#[derive(Object)]
#[object(is_fnal, key = 3)]
struct AddNode {
    base: Object,
}

fn main() {}
