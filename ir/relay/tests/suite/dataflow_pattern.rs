//! Matching, rewriting and partitioning by dataflow patterns.

mod answers_of_tvm;
mod functions;
mod matching;
mod partitions;
mod rewriting;
mod scale;

use objet::NDArray;
use objet_relay::expr::{Constant, Var};

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn constant(value: f32) -> Constant {
    Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None)
}
