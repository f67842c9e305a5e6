use std::fmt::Display;

use objet::register_global;

#[register_global("toy.shown")]
fn shown() -> Option<impl Display> {
    Some(1)
}

fn main() {}
