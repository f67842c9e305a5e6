use objet::prelude::*;

fn main() {
    let counter = std::rc::Rc::new(1);
    TypedPackedFunc::new(move || *counter);
}
