use objet::prelude::*;

#[register_global("toy.add", short, short)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
