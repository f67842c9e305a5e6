//! The language of loops, memory and scalar arithmetic to which operators are lowered.

pub mod buffer;
mod check;
pub mod data_layout;
pub mod expr;
pub mod function;
pub mod stmt;
