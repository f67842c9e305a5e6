//! Tests of tir.

mod analysis;
mod arith;
mod files;
mod folding;
mod functors;
mod globals;
mod graphs;
mod loop_passes;
mod null_fields;
mod operands;
mod operators;
mod te;
mod te_functions;
mod text;
mod topi;
