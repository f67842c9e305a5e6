//! Tests of the parts of the IR that Relay and TIR share.

mod expr;
mod globals;
mod graphs;
mod module;
mod module_globals;
mod op_globals;
mod op_registry;
mod pass_globals;
mod target;
mod target_globals;
mod transform;
