//! Times calls, look-ups and launches.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use objet_benches::{c_call_cases, call_cases, launch_cases, look_up_cases};

fn bench(criterion: &mut Criterion) {
    for case in [call_cases(), c_call_cases(), look_up_cases(), launch_cases()].iter().flatten() {
        let mut group = criterion.benchmark_group(&case.what);
        for contestant in &case.contestants {
            group.throughput(Throughput::Elements(contestant.objects as u64));
            group.bench_function(contestant.name, |bencher| bencher.iter(|| contestant.run()));
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    targets = bench
}
criterion_main!(benches);
