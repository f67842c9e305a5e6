//! Measures every case and prints one table. This is what `docs/performance.md` quotes.
//!
//! The sides of a case take turns, many rounds long, and the fastest round of each counts: whatever else the machine
//! does can only make a round slower.

use std::time::Instant;

use objet::prelude::*;
use objet_benches::{Case, Goal, OBJECTS, all_cases};

/// Far enough apart that no burst of other work covers all rounds of a side.
const PASSES: usize = 5;
const ROUNDS: usize = 100;
const CALLS_PER_ROUND: usize = 25;

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    println!(
        "{:<46} {:<13} {:>6} {:>8} {:>8} {:>6}  reached",
        "what", "peer", "target", "objet", "peer", "ratio"
    );
    let mut cases = all_cases();
    cases.retain(|case| case.what.contains(&only));
    let mut fastest: Vec<_> = cases.iter().map(|case| vec![f64::INFINITY; case.sides.len()]).collect();
    for _ in 0..PASSES {
        cases.iter().zip(&mut fastest).for_each(|(case, fastest)| measure(case, fastest));
    }
    let missed: usize = cases.iter().zip(&fastest).map(|(case, times)| report(case, times)).sum();
    let (header, option) = (size_of::<Object>(), size_of::<Option<ObjectRef>>());
    println!("header: {header} bytes (target: 16); an optional reference: {option} bytes");
    println!("times are nanoseconds for each object; targets missed: {missed}");
}

/// Prints the lines of a case, and gives how many of its goals it missed.
fn report(case: &Case, times: &[f64]) -> usize {
    let ours = times[0];
    let mut missed = 0;
    let mut verdict = |reached: bool| {
        missed += usize::from(!reached);
        if reached { "yes" } else { "NO" }
    };
    for goal in &case.goals {
        if let Goal::Nanoseconds(most) = *goal {
            let reached = verdict(ours <= most);
            println!(
                "{:<46} {:<13} {most:>4}ns {ours:>8.2} {:>8} {:>6}  {reached}",
                case.what, "–", "–", "–"
            );
        }
    }
    for (side, &theirs) in case.sides.iter().zip(times).skip(1) {
        let ratio = ours / theirs;
        let most = case.goals.iter().find_map(|goal| match goal {
            Goal::Times(peer, most) if *peer == side.name => Some(*most),
            _ => None,
        });
        let reached = most.map_or("", |most| verdict(ratio <= most));
        let most = most.map_or(String::from("–"), |most| format!("{most}x"));
        println!(
            "{:<46} {:<13} {most:>6} {ours:>8.2} {theirs:>8.2} {ratio:>5.2}x  {reached}",
            case.what, side.name,
        );
    }
    missed
}

/// Keeps the fastest round of each side, in nanoseconds for each object.
fn measure(case: &Case, fastest: &mut [f64]) {
    for _ in 0..ROUNDS {
        for (side, fastest) in case.sides.iter().zip(&mut *fastest) {
            let start = Instant::now();
            for _ in 0..CALLS_PER_ROUND {
                std::hint::black_box(side.run());
            }
            let each = start.elapsed().as_nanos() as f64 / (CALLS_PER_ROUND * OBJECTS) as f64;
            *fastest = fastest.min(each);
        }
    }
}
