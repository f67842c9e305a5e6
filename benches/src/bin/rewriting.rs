//! Measures all cases of rewriting and prints one table, which `docs/performance.md` quotes.

use objet_benches::rewriting::rewriting_cases;
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 100_000 };

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut cases = rewriting_cases();
    cases.retain(|case| case.what.contains(&only));
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    println!("times are nanoseconds for each node");
    println!("targets missed: {}", table.missed());
}
