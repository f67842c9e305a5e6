use objet::prelude::*;

#[derive(Reflect)]
struct AddNode;

fn main() {}
