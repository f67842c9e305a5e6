//! Passes that change loops.

mod hoist_if_then_else;
mod inject_double_buffer;
mod inject_virtual_thread;
mod loop_partition;
mod partition_candidates;
mod unroll_loop;
mod vectorize_expr;
mod vectorize_loop;

pub use hoist_if_then_else::hoist_if_then_else;
pub use inject_double_buffer::{DoubleBufferError, inject_double_buffer};
pub use inject_virtual_thread::{VirtualThreadError, inject_virtual_thread};
pub use loop_partition::loop_partition;
pub use unroll_loop::{UnrollError, unroll_loop};
pub use vectorize_loop::{VectorizeError, vectorize_loop};
