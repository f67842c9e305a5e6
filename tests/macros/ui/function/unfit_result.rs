use objet::prelude::*;

struct Settings;

fn settings() -> Settings {
    Settings
}

fn main() {
    TypedPackedFunc::new(settings);
}
