//! Passes over tir: function passes, and the options of TVM's passes.

mod config;
mod prim_func_pass;

pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
