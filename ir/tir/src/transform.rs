//! Passes over tir: function passes, and the options of TVM's passes.

mod config;
mod error;
mod lower_globals;
mod narrow_bits;
mod narrow_data_type;
mod prim_func_pass;
mod scoped;
mod simplify;
mod thread;

pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use error::LowerError;
pub use narrow_data_type::narrow_data_type;
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
pub use simplify::simplify;
use thread::thread_axis;
