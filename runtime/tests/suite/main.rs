//! Tests of the function runtime from Rust, C and compiled code.

mod backend_callbacks;
mod backend_calls;
mod backend_environment;
mod c_arguments;
mod c_side;
mod calls;
mod compiled;
mod devices;
mod dlpack;
mod errors;
mod globals;
#[cfg(feature = "graph-executor")]
mod graph_executor;
mod imports;
mod library_module;
mod metadata;
mod nodes;
mod packed_imports;
mod parallel;
mod parallel_c;
mod params;
mod signatures;
mod system_library_warning;
mod tensors;
mod test_device;
mod time_evaluator;
#[cfg(all(feature = "graph-executor", feature = "vm"))]
mod tvm_networks;
mod typed;
#[cfg(feature = "vm")]
mod vm;
mod workspace;
