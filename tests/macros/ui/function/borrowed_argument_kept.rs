use objet::prelude::*;

fn main() {
    let kept = std::sync::Mutex::new("");
    TypedPackedFunc::new(move |text: &str| *kept.lock().unwrap() = text);
}
