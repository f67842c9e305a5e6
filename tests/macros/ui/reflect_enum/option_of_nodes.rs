use objet::prelude::*;

#[derive(Clone, Reflect)]
#[repr(i32)]
#[reflect(by_pointer)]
enum Mode {
    Fast,
    Exact,
}

fn main() {}
