use objet::prelude::*;

fn main() {
    let _ = TypedPackedFunc::new(|a: i64| a).call("one");
}
