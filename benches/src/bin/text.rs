//! Measures all cases of the text form and prints one table, which `docs/performance.md` quotes.

use objet_benches::text::text_cases;
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 20_000 };

fn main() {
    let cases = text_cases(100);
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    println!("times are nanoseconds for each parsed node, and for each byte of printed text");
    println!("targets missed: {}", table.missed());
}
