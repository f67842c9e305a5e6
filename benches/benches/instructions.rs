//! Counts instructions: what noise cannot hide.
//!
//! Runs itself under callgrind, each side of each case with no rounds and with many; what the difference comes to for
//! each object is printed.

use std::process::Command;

use objet_benches::{OBJECTS, all_cases};

const ROUNDS: u64 = 16;
const CHILD: &str = "--under-callgrind";

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, case, side, rounds] = args.as_slice()
        && flag == CHILD
    {
        return run_side(case.parse()?, side.parse()?, rounds.parse()?);
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("NO INSTRUCTIONS WERE COUNTED: valgrind is not installed");
        return Ok(());
    }
    println!("{:<46} {:<13} instructions for each object", "what", "who");
    for (nth_case, case) in all_cases().iter().enumerate() {
        for (nth_side, side) in case.sides.iter().enumerate() {
            let extra = count(nth_case, nth_side, ROUNDS)? - count(nth_case, nth_side, 0)?;
            let each = extra as f64 / (ROUNDS * OBJECTS as u64) as f64;
            println!("{:<46} {:<13} {each:>6.2}", case.what, side.name);
        }
    }
    Ok(())
}

fn run_side(case: usize, side: usize, rounds: u64) -> Result<(), Failure> {
    let cases = all_cases();
    let side = cases.get(case).and_then(|case| case.sides.get(side)).ok_or("no such side")?;
    (0..rounds).for_each(|_| {
        std::hint::black_box(side.run());
    });
    Ok(())
}

/// All instructions of a process that runs the side so many times.
fn count(case: usize, side: usize, rounds: u64) -> Result<u64, Failure> {
    let numbers = [case.to_string(), side.to_string(), rounds.to_string()];
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .arg(CHILD)
        .args(numbers)
        .output()?;
    let log = String::from_utf8_lossy(&output.stderr);
    let collected = log.lines().find_map(|line| line.split_once("Collected : "));
    let (_, number) = collected.ok_or_else(|| format!("callgrind failed:\n{log}"))?;
    Ok(number.trim().parse()?)
}
