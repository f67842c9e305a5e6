//! Measures remote calls and copies over the loopback and prints one table, which
//! `docs/performance.md` quotes.

use objet_benches::remote::remote_cases;
use objet_benches::{Rounds, Table};

fn main() {
    let (copies, calls): (Vec<_>, Vec<_>) =
        remote_cases().into_iter().partition(|case| case.what.starts_with("copy"));
    let mut table = Table::begin();
    table.measure(&calls, &Rounds { passes: 5, rounds: 20, objects: 2_000 });
    table.measure(&copies, &Rounds { passes: 5, rounds: 10, objects: 1 });
    println!("times are nanoseconds for each call or copy; targets missed: {}", table.missed());
}
