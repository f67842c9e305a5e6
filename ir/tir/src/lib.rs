//! tir: the language of TVM 0.8 for loops, memory and scalar arithmetic, to which tensor operators
//! are lowered.
//!
//! Types, modules and the pass framework are in [`objet_ir`]. This crate also defines Rust's
//! operators on expressions.

#![forbid(unsafe_code)]

pub mod analysis;
mod arg_binder;
pub mod arith;
pub mod auto_scheduler;
pub mod buffer;
pub mod builtin;
mod check;
pub mod data_layout;
pub mod driver;
mod effort;
pub mod expr;
pub mod function;
pub mod functor;
pub mod integer;
pub mod op;
mod predicate;
pub mod schedule;
pub mod script;
pub mod stmt;
mod storage_scope;
pub mod te;
pub mod text;
pub mod topi;
pub mod transform;
pub mod type_keys;
