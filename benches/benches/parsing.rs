//! Times the parser of Relay's text form.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::parsing::parsing_cases;

fn main() {
    cases::measure(|is_test| parsing_cases(if is_test { 2 } else { 100 }));
}
