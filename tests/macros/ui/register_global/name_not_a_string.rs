use objet::prelude::*;

#[register_global(toy.add)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
