//! Tests of reflection through the facade crate, as crates with nodes use it.

mod bad_graphs;
mod boxed;
mod comparison;
mod comparison_properties;
mod copying;
mod display;
mod extension_points;
mod field_cell;
mod field_types;
mod generate;
mod graph_files;
mod graphs;
mod interning;
#[cfg(feature = "serde")]
mod plain_graphs;
mod printing;
mod progress;
mod reflection;
mod rewriting;
mod rewriting_past;
mod runtime_defined_types;
mod saveable;
mod schema_evolution;
mod scopes;
#[cfg(feature = "serde")]
mod serde_formats;
mod shape_and_tensor_nodes;
mod stand_in_properties;
mod stand_ins;
mod structural_keys;
mod threads;
mod tvm_ffi_graphs;
mod tvm_nodes;
mod visiting;
mod walking;
