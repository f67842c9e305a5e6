//! Times parsing and printing programs in text form.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::text::{nested_cases, parsing_cases, printing_cases};

fn main() {
    cases::measure(|is_test| {
        let mut cases = parsing_cases(if is_test { 2 } else { 100 });
        cases.extend(nested_cases(if is_test { 10_000 } else { 500_000 }));
        cases.extend(printing_cases(if is_test { 2 } else { 100 }));
        cases
    });
}
