//! Cases as groups of benchmarks: one group for each case, with one benchmark for each contestant.

use std::time::Duration;

use criterion::{Criterion, Throughput};
use objet_benches::Case;

/// Measures the cases that `cases` returns. Its argument is whether criterion only tests that the
/// benchmarks run.
pub(crate) fn measure(cases: impl FnOnce(bool) -> Vec<Case>) {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for case in cases(is_test) {
        let mut group = criterion.benchmark_group(&case.what);
        for contestant in &case.contestants {
            group.throughput(Throughput::Elements(contestant.objects as u64));
            group.bench_function(contestant.name, |bencher| {
                bencher.iter_custom(|calls| contestant.time(calls))
            });
        }
    }
    criterion.final_summary();
}
