//! scratch
use objet::{structural_equal, structural_hash};
use objet_benches::graph_nodes::*;
use std::time::Instant;
fn best(n: usize, mut f: impl FnMut()) -> f64 {
    (0..15)
        .map(|_| {
            let t = Instant::now();
            f();
            t.elapsed().as_nanos() as f64 / n as f64
        })
        .fold(f64::INFINITY, f64::min)
}
fn main() {
    for n in [4_000, 100_000, 400_000] {
        let (a, b) = (tree(n), tree(n));
        let (c, d) = (closed_tree(n), closed_tree(n));
        let (e, f) = (dag(n), dag(n));
        println!(
            "{n}: tree eq {:.1} closed eq {:.1} dag eq {:.1} tree hash {:.1} dag hash {:.1}",
            best(n, || assert!(structural_equal(&a, &b))),
            best(n, || assert!(c == d)),
            best(n, || assert!(structural_equal(&e, &f))),
            best(n, || {
                std::hint::black_box(structural_hash(&a));
            }),
            best(n, || {
                std::hint::black_box(structural_hash(&e));
            })
        );
    }
}
