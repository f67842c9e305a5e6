use objet::prelude::*;

struct Settings;

fn apply(_settings: Settings) {}

fn main() {
    TypedPackedFunc::new(apply);
}
