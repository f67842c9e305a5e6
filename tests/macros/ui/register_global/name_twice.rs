use objet::prelude::*;

#[register_global("ui.add")]
fn add(lhs: i64, rhs: i64) -> i64 {
    lhs + rhs
}

mod floats {
    use objet::prelude::*;

    #[register_global("ui.add")]
    fn add(lhs: f64, rhs: f64) -> f64 {
        lhs + rhs
    }
}

fn main() {}
