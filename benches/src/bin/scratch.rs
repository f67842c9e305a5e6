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
    let n = 100_000;
    match std::env::args().nth(1).unwrap().as_str() {
        "te" => {
            let (a, b) = (tree(n), tree(n));
            println!(
                "{:.1}",
                best(n, || for _ in 0..10 {
                    assert!(structural_equal(&a, &b))
                }) / 10.0
            )
        }
        "ce" => {
            let (a, b) = (closed_tree(n), closed_tree(n));
            println!(
                "{:.1}",
                best(n, || for _ in 0..10 {
                    assert!(a == b)
                }) / 10.0
            )
        }
        "th" => {
            let a = tree(n);
            println!(
                "{:.1}",
                best(n, || for _ in 0..10 {
                    std::hint::black_box(structural_hash(&a));
                }) / 10.0
            )
        }
        "de" => {
            let (a, b) = (dag(n), dag(n));
            println!(
                "{:.1}",
                best(n, || for _ in 0..10 {
                    assert!(structural_equal(&a, &b))
                }) / 10.0
            )
        }
        "dh" => {
            let a = dag(n);
            println!(
                "{:.1}",
                best(n, || for _ in 0..10 {
                    std::hint::black_box(structural_hash(&a));
                }) / 10.0
            )
        }
        _ => {}
    }
}
