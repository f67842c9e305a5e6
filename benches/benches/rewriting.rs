//! Times the rewriting of expressions.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::rewriting::rewriting_cases;

fn main() {
    cases::measure(|_| rewriting_cases());
}
