use objet::prelude::*;

#[register_global("toy.add")]
fn add(#[default(1)] a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
