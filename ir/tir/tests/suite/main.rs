//! Tests of tir.

mod analysis;
mod arith;
mod block_passes;
mod files;
mod folding;
mod foreign;
mod functors;
mod globals;
mod graphs;
mod hybrid_scripts;
mod linear_time;
mod loop_passes;
mod lower;
mod null_fields;
mod operands;
mod operators;
mod schedule;
mod schedule_state;
mod te;
mod te_functions;
mod text;
mod topi;
