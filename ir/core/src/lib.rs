//! The parts of TVM 0.8's intermediate representations that TIR and Relay share: types, base
//! expressions, operators, attributes, modules, diagnostics, passes and targets.
//!
//! The languages themselves are the crates `objet-tir` and `objet-relay`, which build on this
//! crate. This crate uses only Objet's public API.
//!
//! - Each node has the same parent, fields and type key as in TVM, so that TVM's files load and
//!   save back byte for byte.
//! - In TVM, many fields are null only until a new node's fields are set. Such a field is a plain
//!   reference here.
//! - A field is an `Option` if a finished node can lack the value: spans, types that are not
//!   inferred yet, absent branches and annotations, and attributes that TVM's own front end leaves
//!   out.

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
pub mod scope;
pub mod scope_tree;
pub mod source_map;
pub mod span;
pub mod target;
mod testing;
pub mod transform;
pub mod types;

pub use build_info::lib_info;
pub use error::ConstructError;

#[doc(hidden)]
pub mod __private {
    pub use inventory;
    pub use objet;

    pub use crate::op::unwrapped;
}
