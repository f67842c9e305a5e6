//! Times type inference.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::inference::inference_cases;

fn main() {
    cases::measure(|is_test| inference_cases(if is_test { 2 } else { 100 }));
}
