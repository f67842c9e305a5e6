//! Passes over tir: function passes, and the options of TVM's passes.

mod arg_binder;
mod bf16_promote;
mod bf16_type_lowering;
mod bound_facts;
mod buffer_bind;
mod buffer_shape;
mod buffer_stride;
mod buffer_uses;
mod blocks;
mod config;
mod error;
mod flatten_storage;
mod inject_prefetch;
mod lower_globals;
mod narrow_bits;
mod narrow_data_type;
mod operands_first;
mod prim_func_pass;
pub(crate) mod scoped;
mod simplify;
mod storage_flatten;
mod texture_flatten;
mod thread;
mod thread_scope;

pub use bf16_promote::{bf16_cast_elimination, bf16_legalize, bf16_promote};
pub use bf16_type_lowering::bf16_type_lowering;
pub use blocks::BlockPassError;
pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use error::LowerError;
pub use inject_prefetch::inject_prefetch;
pub use narrow_data_type::narrow_data_type;
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
pub use simplify::simplify;
pub use storage_flatten::{storage_flatten, storage_flatten_passes};
pub use texture_flatten::texture_flatten;
use thread::thread_axis;
