//! Measures the parser of Relay's text form and prints one table, which `docs/performance.md`
//! quotes.
//!
//! Programs run on a thread with a stack of 2 MB.

use objet_benches::parsing::{nested_cases, parsing_cases};
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 20_000 };
const LONG: Rounds = Rounds { passes: 2, rounds: 3, objects: 1 };

fn main() {
    let measured = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let mut table = Table::begin();
        table.measure(&parsing_cases(100), &ROUNDS);
        table.measure(&nested_cases(500_000), &LONG);
        println!("times are nanoseconds for each node");
        println!("targets missed: {}", table.missed());
    });
    if measured.map(|thread| thread.join()).is_err() {
        std::process::exit(1);
    }
}
