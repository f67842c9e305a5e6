//! Times simplification.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::arith::arith_cases;

fn main() {
    cases::measure(|_| arith_cases());
}
