//! Times comparing, hashing, saving and loading graphs.

#[path = "measured/cases.rs"]
mod cases;

use objet_benches::graphs::{Counts, graph_cases};

fn main() {
    cases::measure(|is_test| graph_cases(if is_test { Counts::QUICK } else { Counts::FULL }));
}
