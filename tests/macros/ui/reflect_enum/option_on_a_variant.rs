use objet::prelude::*;

#[derive(Clone, Reflect)]
#[repr(i32)]
enum Mode {
    #[reflect(name = "fast")]
    Fast,
    Exact,
}

fn main() {}
