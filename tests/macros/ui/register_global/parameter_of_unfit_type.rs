use objet::prelude::*;

struct Settings;

#[register_global("toy.run")]
fn run(settings: Settings) {
    let Settings = settings;
}

fn main() {}
