//! The table of measured times.

use crate::case::{Case, Goal};

/// The numbers of measurements. The contestants of a case alternate, and the fastest round of each
/// contestant counts, because other work of the machine can only make a round slower.
pub struct Rounds {
    /// The number of passes over all cases. The passes are far apart, so that a burst of other work
    /// cannot cover all rounds of a contestant.
    pub passes: usize,
    /// The number of rounds of a case in each pass.
    pub rounds: usize,
    /// The minimum number of objects that a contestant processes in a round.
    pub objects: usize,
}

/// A table that is being printed.
pub struct Table {
    missed: usize,
}

impl Table {
    /// Prints the head of a table.
    pub fn begin() -> Self {
        println!(
            "{:<46} {:<16} {:>6} {:>8} {:>8} {:>6}  reached",
            "what", "peer", "target", "objet", "peer", "ratio"
        );
        Self { missed: 0 }
    }

    /// Measures cases and prints their lines: times are nanoseconds for each object.
    pub fn measure(&mut self, cases: &[Case], rounds: &Rounds) {
        let mut fastest: Vec<_> =
            cases.iter().map(|case| vec![f64::INFINITY; case.contestants.len()]).collect();
        for _ in 0..rounds.passes {
            cases.iter().zip(&mut fastest).for_each(|(case, fastest)| measure(case, rounds, fastest));
        }
        cases.iter().zip(&fastest).for_each(|(case, times)| self.report(case, times));
    }

    /// Returns the number of missed targets.
    pub fn missed(&self) -> usize {
        self.missed
    }

    /// Returns the text for a target that is reached or missed, and counts missed targets.
    pub fn verdict(&mut self, reached: bool) -> &'static str {
        self.missed += usize::from(!reached);
        if reached { "yes" } else { "NO" }
    }

    fn report(&mut self, case: &Case, times: &[f64]) {
        let ours = times[0];
        for goal in &case.goals {
            if let Goal::Nanoseconds(most) = *goal {
                let reached = self.verdict(ours <= most);
                println!(
                    "{:<46} {:<16} {most:>4}ns {ours:>8.2} {:>8} {:>6}  {reached}",
                    case.what, "–", "–", "–"
                );
            }
        }
        for (contestant, &theirs) in case.contestants.iter().zip(times).skip(1) {
            let ratio = ours / theirs;
            let most = case.goals.iter().find_map(|goal| match goal {
                Goal::Times(peer, most) if *peer == contestant.name => Some(*most),
                _ => None,
            });
            let reached = most.map_or("", |most| self.verdict(ratio <= most));
            let most = most.map_or(String::from("–"), |most| format!("{most}x"));
            println!(
                "{:<46} {:<16} {most:>6} {ours:>8.2} {theirs:>8.2} {ratio:>5.2}x  {reached}",
                case.what, contestant.name,
            );
        }
    }
}

/// Updates the fastest round of each contestant, in nanoseconds for each object.
fn measure(case: &Case, rounds: &Rounds, fastest: &mut [f64]) {
    for _ in 0..rounds.rounds {
        for (contestant, fastest) in case.contestants.iter().zip(&mut *fastest) {
            let calls = rounds.objects.div_ceil(contestant.objects) as u64;
            let each = contestant.time(calls).as_nanos() as f64 / (calls * contestant.objects as u64) as f64;
            *fastest = fastest.min(each);
        }
    }
}
