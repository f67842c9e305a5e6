//! Tests of relay, and of the complete TVM 0.8 tables.

mod analysis;
mod attrs;
mod backend;
mod computes;
mod dataflow_pattern;
mod deep;
mod equality;
mod files;
mod fold;
mod functor;
mod globals;
mod graphs;
mod infer;
mod infer_layouts;
mod interpreter;
mod makers;
mod ops;
mod parser;
mod passes;
mod relations;
mod scalar_programs;
mod tables_of_tvm;
mod text;
mod type_keys;
mod type_relations;
mod unknown_nodes;
