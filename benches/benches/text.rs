//! Times the text form of networks.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::text::text_cases;

fn main() {
    cases::measure(|is_test| text_cases(if is_test { 2 } else { 100 }));
}
