use objet::prelude::*;

struct Failure;

#[register_global("toy.fail")]
fn fail() -> Result<(), Failure> {
    Err(Failure)
}

fn main() {}
