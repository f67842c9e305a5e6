//! Measures all cases of simplification and prints one table, which `docs/performance.md` quotes.

use objet_benches::arith::arith_cases;
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 3, rounds: 3, objects: 100_000 };

fn main() {
    let cases = arith_cases();
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    println!("times are nanoseconds for each expression or term");
    println!("targets missed: {}", table.missed());
}
