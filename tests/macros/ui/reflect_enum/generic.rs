use objet::prelude::*;

#[derive(Clone, Reflect)]
#[repr(i32)]
enum Mode<const N: usize> {
    Fast,
    Exact,
}

fn main() {}
