//! Measures all cases of programs in text form and prints one table, which `docs/performance.md`
//! quotes.

use objet_benches::text::{nested_cases, parsing_cases, printing_cases};
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 20_000 };
const LONG: Rounds = Rounds { passes: 2, rounds: 3, objects: 1 };

fn main() {
    let measured = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let mut table = Table::begin();
        table.measure(&parsing_cases(100), &ROUNDS);
        table.measure(&nested_cases(500_000), &LONG);
        println!("times are nanoseconds for each node of a program, and for each byte of printed text");
        table.measure(&printing_cases(100), &ROUNDS);
        println!("targets missed: {}", table.missed());
    });
    if measured.map(|thread| thread.join()).is_err() {
        std::process::exit(1);
    }
}
