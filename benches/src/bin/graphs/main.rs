//! Measures all cases over whole graphs and prints one table, which `docs/performance.md` quotes.

mod memory;

use objet_benches::graphs::{Counts, files, graph_cases};
use objet_benches::{Rounds, Table};

const ROUNDS: Rounds = Rounds { passes: 5, rounds: 5, objects: 100_000 };

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut cases = graph_cases(Counts::FULL);
    cases.retain(|case| case.what.contains(&only));
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    println!("times are nanoseconds for each node");
    drop(cases);
    println!();
    println!(
        "{:<46} {:>12} {:>12} {:>12} {:>12}  reached",
        "extra peak memory of a load, in bytes", "file, target", "graph", "peak", "extra"
    );
    for file in files(Counts::FULL.nodes) {
        let (graph, use_of) = memory::measure(|| file.load());
        let extra = use_of.peak - use_of.kept;
        let reached = table.verdict(extra <= file.text.len());
        println!(
            "{:<46} {:>12} {:>12} {:>12} {extra:>12}  {reached}",
            file.name,
            file.text.len(),
            use_of.kept,
            use_of.peak,
        );
        drop(graph);
    }
    println!("targets missed: {}", table.missed());
}
