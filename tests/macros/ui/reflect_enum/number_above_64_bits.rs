use objet::prelude::*;

#[derive(Clone, Reflect)]
#[repr(u64)]
enum Mode {
    Fast,
    Exact = u64::MAX,
}

fn main() {}
