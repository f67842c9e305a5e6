use objet::prelude::*;

struct Adder;

impl Adder {
    #[register_global("toy.add")]
    fn add(&self, a: i64) -> i64 {
        a
    }
}

fn main() {}
