use objet::prelude::*;

struct Settings;

#[register_global("toy.settings")]
fn settings() -> Settings {
    Settings
}

fn main() {}
