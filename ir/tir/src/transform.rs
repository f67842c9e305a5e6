//! Passes over tir: one that sees a function after the other, and the options of those that TVM has.

mod config;
mod prim_func_pass;

pub use config::{
    HoistIfThenElseConfig, HoistIfThenElseConfigNode, InjectDoubleBufferConfig, InjectDoubleBufferConfigNode,
    LoopPartitionConfig, LoopPartitionConfigNode, UnrollLoopConfig, UnrollLoopConfigNode,
};
pub use prim_func_pass::{PrimFuncPass, PrimFuncPassNode};
