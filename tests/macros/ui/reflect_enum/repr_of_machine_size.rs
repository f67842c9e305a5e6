use objet::prelude::*;

#[derive(Clone, Reflect)]
#[repr(usize)]
enum Mode {
    Fast,
    Exact,
}

fn main() {}
