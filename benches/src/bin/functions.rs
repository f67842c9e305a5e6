//! Measures all cases of calls, look-ups and launches and prints one table, which
//! `docs/performance.md` quotes.

use objet_benches::{OBJECTS, Rounds, Table, c_call_cases, call_cases, launch_cases, look_up_cases, tvm_ffi};

/// One run consists of thousands of launches. Short rounds are more likely to run while both
/// threads have a core.
const LAUNCH_ROUNDS: Rounds = Rounds { passes: 5, rounds: 20, objects: 1 };
const ROUNDS: Rounds = Rounds { passes: 5, rounds: 100, objects: 25 * OBJECTS };

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut cases = call_cases();
    cases.extend(c_call_cases());
    cases.extend(look_up_cases());
    let mut launches = launch_cases();
    cases.retain(|case| case.what.contains(&only));
    launches.retain(|case| case.what.contains(&only));
    let mut table = Table::begin();
    table.measure(&cases, &ROUNDS);
    table.measure(&launches, &LAUNCH_ROUNDS);
    if let Some(reason) = tvm_ffi::why_not() {
        println!("SKIPPED, THE PEER tvm-ffi: {reason}");
    }
    println!("times are nanoseconds for each call; targets missed: {}", table.missed());
}
