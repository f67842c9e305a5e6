use objet::prelude::*;

fn main() {
    let _ = PackedFunc::from_fn(|_, _| Ok(())).call(1);
}
