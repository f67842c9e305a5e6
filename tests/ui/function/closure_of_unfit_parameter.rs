use objet::prelude::*;

struct Settings;

fn main() {
    TypedPackedFunc::new(|settings: Settings| {
        let Settings = settings;
    });
}
