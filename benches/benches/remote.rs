//! Times remote calls and copies over the loopback.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use objet_benches::remote::remote_cases;

fn bench(criterion: &mut Criterion) {
    for case in &remote_cases() {
        let mut group = criterion.benchmark_group(&case.what);
        group.sample_size(20);
        for contestant in &case.contestants {
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
