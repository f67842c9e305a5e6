use objet::prelude::*;

fn main() {
    let mut calls = 0;
    TypedPackedFunc::new(move || {
        calls += 1;
        calls
    });
}
