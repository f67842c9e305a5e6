use objet::prelude::*;

#[register_global("toy.load")]
async fn load(path: &str) -> String {
    path.into()
}

fn main() {}
