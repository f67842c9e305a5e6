//! Tests of types that are defined at run time, and of boxed numbers as their fields.
//!
//! This program links few types, whose registration takes long under Miri.

mod boxed;
mod evolution;
#[path = "../suite/long_graphs.rs"]
mod long_graphs;
mod runtime_defined_types;
