//! Measures all cases over networks and prints one table, which `docs/performance.md` quotes.

use objet_benches::networks::{network, network_cases, networks};
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 20_000 };

fn main() {
    let files = [network(), networks(100)];
    for file in &files {
        println!("{}: {} nodes, {} bytes", file.name, file.nodes, file.text.len());
    }
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut cases = network_cases(100);
    cases.retain(|case| case.what.contains(&only));
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    println!("times are nanoseconds for each node");
    for (case, file) in cases.iter().flat_map(|case| files.iter().map(move |file| (case, file))) {
        let named = |what: &str| case.what == format!("{what}, {}", file.name);
        if named("load") || named("save") {
            let fastest = (0..25).map(|_| case.contestants[0].time(1)).min().unwrap_or_default();
            let megabytes = file.text.len() as f64 / 1e6 / fastest.as_secs_f64();
            println!("{:<46} {megabytes:>6.0} MB/s", case.what);
        }
    }
    println!("targets missed: {}", table.missed());
}
