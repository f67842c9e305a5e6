use objet::prelude::*;

#[register_global("toy.show")]
fn show<T: std::fmt::Display>(value: T) -> String {
    value.to_string()
}

fn main() {}
