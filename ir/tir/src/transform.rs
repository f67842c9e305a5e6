//! Passes over tir: function passes, and the options of TVM's passes.

mod arg_binder;
mod bound_facts;
mod buffer_bind;
mod buffer_shape;
mod buffer_stride;
mod buffer_uses;
mod config;
mod error;
mod flatten_storage;
mod lower_globals;
mod narrow_bits;
mod narrow_data_type;
mod prim_func_pass;
mod scoped;
mod simplify;
mod storage_flatten;
mod thread;
mod thread_scope;

pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use error::LowerError;
pub use narrow_data_type::narrow_data_type;
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
pub use simplify::simplify;
pub use storage_flatten::{storage_flatten, storage_flatten_passes};
use thread::thread_axis;
