use objet::prelude::*;

#[derive(Clone, Reflect)]
enum Mode {
    Fast,
    Exact,
}

fn main() {}
