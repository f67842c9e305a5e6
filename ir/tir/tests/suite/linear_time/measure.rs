//! Measurement of the growth of time.

use std::time::Instant;

/// The time for 4 times as many parts, as a multiple. Linear time gives 4, and quadratic time 16.
const LIMIT: f64 = 8.0;
/// The least time of a measurement in nanoseconds. Shorter programs get more parts.
const LEAST: u64 = 1_500_000;
/// The least and the greatest number of parts of the smaller program.
const PARTS: [usize; 2] = [32, 1_024];
/// The number of measurements before a family counts as slow. Each one has twice as many parts, so
/// that costs which depend on the size of caches do not count.
const TRIES: usize = 4;

/// Returns the time in nanoseconds that the thread has run, or the time of a clock where the system
/// does not tell.
fn now(start: Instant) -> u64 {
    // The time of the thread is up to date when it begins to run.
    std::thread::yield_now();
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat");
    let ran = stat.ok().and_then(|stat| stat.split_whitespace().next()?.parse().ok());
    ran.unwrap_or_else(|| start.elapsed().as_nanos() as u64)
}

fn time(run: impl FnOnce()) -> u64 {
    let start = Instant::now();
    let before = now(start);
    run();
    now(start) - before
}

/// Compares the times for `n` and `4 * n` parts. Returns a message if the time grows faster than
/// the number of parts.
pub(super) fn growth<P>(name: &str, program: impl Fn(usize) -> P, run: &dyn Fn(&P)) -> Option<String> {
    let [mut parts, most] = PARTS;
    let mut small_program = program(parts);
    let mut small = time(|| run(&small_program));
    while small < LEAST && parts < most {
        parts *= 2;
        small_program = program(parts);
        small = time(|| run(&small_program));
    }
    let mut slow = None;
    for _ in 0..TRIES {
        let large_program = program(4 * parts);
        let large = time(|| run(&large_program));
        if large < LEAST || (large as f64) < LIMIT * small as f64 {
            return None;
        }
        let (ratio, from, to) = (large as f64 / small as f64, small / 1_000_000, large / 1_000_000);
        slow.get_or_insert(format!(
            "{name}: {ratio:.1} times as long for {parts} parts ({from} ms to {to} ms)"
        ));
        parts *= 2;
        small_program = program(parts);
        small = time(|| run(&small_program));
    }
    slow
}
