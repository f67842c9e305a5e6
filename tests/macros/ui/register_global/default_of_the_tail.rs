use objet::function::Args;
use objet::prelude::*;

#[register_global("toy.count")]
fn count(#[default(Args::NONE)] rest: Args<'_>) -> usize {
    rest.len()
}

fn main() {}
