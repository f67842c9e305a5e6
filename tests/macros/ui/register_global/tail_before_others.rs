use objet::function::Args;
use objet::prelude::*;

#[register_global("toy.count")]
fn count(rest: Args<'_>, more: i64) -> usize {
    rest.len() + more as usize
}

fn main() {}
