//! Times dataflow patterns.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::patterns::pattern_cases;

fn main() {
    cases::measure(|_| pattern_cases());
}
