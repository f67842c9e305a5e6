use objet::prelude::*;

#[derive(Clone, Reflect)]
#[repr(i32)]
enum Mode {
    Fast,
    Exact { digits: u32 },
}

fn main() {}
