//! Passes over tir: function passes, and the options of TVM's passes.

mod bf16_promote;
mod bf16_type_lowering;
mod blocks;
mod bound_facts;
mod buffer_bind;
mod buffer_shape;
mod buffer_stride;
mod buffer_uses;
mod config;
mod convert_ssa;
mod error;
mod flatten_storage;
mod hoist_if_then_else;
mod inject_double_buffer;
mod inject_prefetch;
mod inject_virtual_thread;
mod instrument_bound_checkers;
mod loop_partition;
mod lower_globals;
mod narrow_bits;
mod narrow_data_type;
mod operands_first;
mod partition_candidates;
mod prim_func_pass;
mod remove_no_op;
mod rewrite_unsafe_select;
pub(crate) mod scoped;
mod simplify;
mod skip_assert;
mod stmt_parts;
mod storage_flatten;
mod storage_rewrite;
mod texture_flatten;
mod thread;
mod thread_scope;
mod touched_vars;
mod unroll_loop;
mod vectorize_expr;
mod vectorize_loop;

pub use bf16_promote::{bf16_cast_elimination, bf16_legalize, bf16_promote};
pub use bf16_type_lowering::bf16_type_lowering;
pub use blocks::BlockPassError;
pub(crate) use blocks::shares_memory;
pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use error::LowerError;
pub use hoist_if_then_else::hoist_if_then_else;
pub use inject_double_buffer::{DoubleBufferError, inject_double_buffer};
pub use inject_prefetch::inject_prefetch;
pub use inject_virtual_thread::{VirtualThreadError, inject_virtual_thread};
pub use instrument_bound_checkers::instrument_bound_checkers;
pub use loop_partition::loop_partition;
pub use narrow_data_type::narrow_data_type;
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
pub use remove_no_op::remove_no_op;
pub use rewrite_unsafe_select::rewrite_unsafe_select;
pub use simplify::simplify;
pub use skip_assert::skip_assert;
pub use storage_flatten::{storage_flatten, storage_flatten_passes};
pub use storage_rewrite::{StorageError, pointer_value_type_rewrite, storage_rewrite};
pub use texture_flatten::texture_flatten;
use thread::thread_axis;
pub use unroll_loop::{UnrollError, unroll_loop};
pub use vectorize_loop::{VectorizeError, vectorize_loop};
