//! The core of TVM 0.8's intermediate representations: types, the bases of expressions, operators, attributes, modules,
//! diagnostics, passes and targets.
//!
//! The languages themselves are crates that build on this one: `objet-tir` and `objet-relay`. This crate uses Objet as any
//! other crate does.
//!
//! Nodes have the parents, fields and keys that TVM gives them, so that its files load and save back byte for byte.
//!
//! Many fields that TVM lets be null are so only between the making of a node and the setting of its fields; here such a field is
//! a plain reference. It is an `Option` where finished nodes have none: spans, types that are not inferred yet, absent branches and
//! annotations, and what TVM's own front end leaves out of attributes.

#![forbid(unsafe_code)]

pub mod adt;
pub mod attrs;
mod build_info;
mod custom_types;
pub mod diagnostic;
pub mod env_func;
mod error;
pub mod expr;
pub mod functor;
pub mod meta_data;
pub mod module;
pub mod names;
pub mod op;
mod panicked;
pub mod print_worklist;
mod repr;
mod scope;
pub mod scope_tree;
pub mod source_map;
pub mod span;
pub mod target;
mod testing;
pub mod transform;
pub mod types;

pub use build_info::lib_info;
pub use error::ConstructError;
pub use scope::Scope;

#[doc(hidden)]
pub mod __private {
    pub use inventory;
    pub use objet;

    pub use crate::op::unwrapped;
}
