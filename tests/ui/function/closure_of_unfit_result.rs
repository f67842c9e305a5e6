use objet::prelude::*;

struct Settings;

fn main() {
    TypedPackedFunc::new(|| Settings);
}
