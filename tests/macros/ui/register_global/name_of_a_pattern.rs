use objet::prelude::*;

#[register_global("toy.second")]
fn second(arg1: i64, _: i64) -> i64 {
    arg1
}

fn main() {}
