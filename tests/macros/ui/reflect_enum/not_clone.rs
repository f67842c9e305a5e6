use objet::prelude::*;

#[derive(Reflect)]
#[repr(i32)]
enum Mode {
    Fast,
    Exact,
}

fn main() {}
