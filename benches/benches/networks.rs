//! Times loading, visiting, rewriting and saving networks.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::networks::network_cases;

fn main() {
    cases::measure(|is_test| network_cases(if is_test { 2 } else { 100 }));
}
