//! Times the creation and the drop of small objects.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use objet_benches::{OBJECTS, make_and_drop_cases};

fn bench(criterion: &mut Criterion) {
    for case in make_and_drop_cases() {
        let mut group = criterion.benchmark_group(&case.what);
        group.throughput(Throughput::Elements(OBJECTS as u64));
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
