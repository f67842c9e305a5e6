use objet::prelude::*;

#[register_global("toy.add")]
struct Add;

fn main() {}
