use objet::prelude::*;

#[derive(Clone, Reflect)]
enum Mode {}

fn main() {}
