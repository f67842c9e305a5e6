//! Counts instructions, which have no measurement noise.
//!
//! The program runs itself under callgrind, once with no rounds and once with many, for each
//! contestant of each case. It prints the difference for each object. Under callgrind, the drop of
//! the created objects counts too.

use std::process::Command;

use objet_benches::graphs::{Counts, graph_cases};
use objet_benches::{Case, all_cases};

const ROUNDS: u64 = 16;
const CHILD: &str = "--under-callgrind";

/// The functions that make the cases. A process makes only the kind of cases that it counts.
const KINDS: [fn() -> Vec<Case>; 2] = [all_cases, || graph_cases(Counts::QUICK)];

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, kind, case, contestant, rounds] = args.as_slice()
        && flag == CHILD
    {
        return run_contestant([kind.parse()?, case.parse()?, contestant.parse()?], rounds.parse()?);
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("NO INSTRUCTIONS WERE COUNTED: valgrind is not installed");
        return Ok(());
    }
    // Like criterion's benchmarks, a test runs everything once. `Case::new` runs all contestants of
    // a case.
    if args.iter().any(|arg| arg == "--test") {
        for nth_kind in 0..KINDS.len() {
            let instructions = count([nth_kind, 0, 0], 1)?;
            println!("cases of kind {nth_kind}: {instructions} instructions");
        }
        return Ok(());
    }
    println!("{:<46} {:<16} instructions for each object", "what", "who");
    for (nth_kind, cases) in KINDS.iter().enumerate() {
        for (nth_case, case) in cases().iter().enumerate() {
            for (nth_contestant, contestant) in case.contestants.iter().enumerate() {
                let indices = [nth_kind, nth_case, nth_contestant];
                let extra = count(indices, ROUNDS)? - count(indices, 0)?;
                let each = extra as f64 / (ROUNDS * contestant.objects as u64) as f64;
                println!("{:<46} {:<16} {each:>6.2}", case.what, contestant.name);
            }
        }
    }
    Ok(())
}

fn run_contestant([kind, case, contestant]: [usize; 3], rounds: u64) -> Result<(), Failure> {
    let cases = KINDS.get(kind).ok_or("no such kind")?();
    let contestant =
        cases.get(case).and_then(|case| case.contestants.get(contestant)).ok_or("no such contestant")?;
    (0..rounds).for_each(|_| {
        std::hint::black_box(contestant.run());
    });
    Ok(())
}

/// Returns the number of instructions of a process that runs the contestant `rounds` times.
fn count(indices: [usize; 3], rounds: u64) -> Result<u64, Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .arg(CHILD)
        .args(indices.map(|number| number.to_string()))
        .arg(rounds.to_string())
        .output()?;
    let log = String::from_utf8_lossy(&output.stderr);
    let collected = log.lines().find_map(|line| line.split_once("Collected : "));
    let (_, number) = collected.ok_or_else(|| format!("callgrind failed:\n{log}"))?;
    Ok(number.trim().parse()?)
}
