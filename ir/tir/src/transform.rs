//! Passes over tir: function passes, and the options of TVM's passes.

mod blocks;
mod bound_facts;
mod config;
mod convert_ssa;
mod error;
mod inner_stmts;
mod instrument_bound_checkers;
mod loops;
mod lower_globals;
mod map_exprs;
mod memory;
mod numbers;
mod operands_first;
mod prim_func_pass;
mod remove_no_op;
mod rewrite_unsafe_select;
pub(crate) mod scoped;
mod simplify;
mod skip_assert;
mod stmt_parts;
mod thread;
mod touched_vars;

pub use blocks::BlockPassError;
pub(crate) use blocks::shares_memory;
pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub(crate) use convert_ssa::convert_ssa;
pub use error::LowerError;
pub use instrument_bound_checkers::instrument_bound_checkers;
pub use loops::{
    DoubleBufferError, UnrollError, VectorizeError, VirtualThreadError, hoist_if_then_else,
    inject_double_buffer, inject_virtual_thread, loop_partition, unroll_loop, vectorize_loop,
};
pub use memory::{
    StorageError, inject_prefetch, pointer_value_type_rewrite, storage_flatten, storage_flatten_passes,
    storage_rewrite, texture_flatten,
};
pub use numbers::{bf16_cast_elimination, bf16_legalize, bf16_promote, bf16_type_lowering, narrow_data_type};
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
pub use remove_no_op::remove_no_op;
pub use rewrite_unsafe_select::rewrite_unsafe_select;
pub use simplify::simplify;
pub use skip_assert::skip_assert;
use thread::thread_axis;
