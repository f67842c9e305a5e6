use objet::prelude::*;

struct Settings;

fn main() {
    let _ = PackedFunc::from_fn(|_, _| Ok(())).call((Settings,));
}
