//! Passes over tir: function passes, and the options of TVM's passes.

mod config;
mod convert_ssa;
mod hoist_if_then_else;
mod inject_double_buffer;
mod inject_virtual_thread;
mod loop_partition;
mod partition_candidates;
mod prim_func_pass;
mod remove_no_op;
mod rewrite_unsafe_select;
mod skip_assert;
mod stmt_parts;
mod stmt_tree;
mod touched_vars;
mod unroll_loop;
mod vectorize_expr;
mod vectorize_loop;

pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use hoist_if_then_else::hoist_if_then_else;
pub use inject_double_buffer::{DoubleBufferError, inject_double_buffer};
pub use inject_virtual_thread::{VirtualThreadError, inject_virtual_thread};
pub use loop_partition::loop_partition;
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
pub use remove_no_op::remove_no_op;
pub use rewrite_unsafe_select::rewrite_unsafe_select;
pub use skip_assert::skip_assert;
pub use unroll_loop::{UnrollError, unroll_loop};
pub use vectorize_loop::{VectorizeError, vectorize_loop};
