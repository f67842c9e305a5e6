//! Times dataflow patterns.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use objet_benches::patterns::pattern_cases;

fn bench(criterion: &mut Criterion) {
    for case in pattern_cases() {
        let mut group = criterion.benchmark_group(&case.what);
        for contestant in &case.contestants {
            group.throughput(Throughput::Elements(contestant.objects as u64));
            group.bench_function(contestant.name, |bencher| {
                bencher.iter_custom(|calls| contestant.time(calls))
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = bench
}
criterion_main!(benches);
