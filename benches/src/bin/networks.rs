//! Measures what happens to networks, and prints one table, which `docs/performance.md` quotes.

use objet_benches::networks::{network, network_cases, networks};
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 20_000 };

fn main() {
    for file in [network(), networks(100)] {
        println!("{}: {} nodes, {} bytes", file.name, file.nodes, file.text.len());
    }
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut cases = network_cases(100);
    cases.retain(|case| case.what.contains(&only));
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    println!("times are nanoseconds for each node");
    println!("targets missed: {}", table.missed());
}
