//! tir, TVM 0.8's language of loops, memory and scalar arithmetic, to which operators are lowered.
//!
//! Types, modules and the framework of passes are in [`objet_ir`]. This crate also states what Rust's operators on expressions
//! mean.

#![forbid(unsafe_code)]

pub mod analysis;
pub mod buffer;
pub mod builtin;
mod check;
pub mod data_layout;
pub mod expr;
pub mod function;
pub mod functor;
pub mod integer;
pub mod op;
pub mod script;
pub mod stmt;
pub mod te;
pub mod text;
pub mod transform;
pub mod type_keys;
