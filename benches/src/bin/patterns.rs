//! Measures all cases of dataflow patterns and prints one table, which `docs/performance.md`
//! quotes.

use objet_benches::patterns::pattern_cases;
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 100_000 };

fn main() {
    let cases = pattern_cases();
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    println!("times are nanoseconds for each call");
    println!("targets missed: {}", table.missed());
}
