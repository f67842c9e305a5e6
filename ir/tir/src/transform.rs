//! Passes over tir: function passes, and the options of TVM's passes.

mod blocks;
mod config;
mod prim_func_pass;

pub use blocks::BlockPassError;
pub(crate) use blocks::shares_memory;
pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
