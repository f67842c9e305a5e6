//! Measures all cases over arrays of small objects and prints one table, which
//! `docs/performance.md` quotes.

use objet::prelude::*;
use objet_benches::{OBJECTS, Rounds, Table, all_cases};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 100, objects: 25 * OBJECTS };

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut cases = all_cases();
    cases.retain(|case| case.what.contains(&only));
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    let (header, option) = (size_of::<Object>(), size_of::<Option<ObjectRef>>());
    println!("header: {header} bytes (target: 16); an optional reference: {option} bytes");
    println!("times are nanoseconds for each object; targets missed: {}", table.missed());
}
