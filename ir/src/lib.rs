//! The intermediate representations of TVM 0.8, as a crate that uses Objet like any other: relay and tir, their types,
//! operators, attributes, modules and passes.
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
mod draft;
pub mod env_func;
mod error;
pub mod expr;
mod functor;
mod integer;
pub mod meta_data;
pub mod module;
mod names;
pub mod op;
mod panicked;
pub mod relay;
mod repr;
mod scope;
mod scope_tree;
pub mod source_map;
pub mod span;
pub mod target;
pub mod te;
mod testing;
pub mod text;
pub mod tir;
pub mod transform;
pub mod type_keys;
pub mod types;

pub use build_info::lib_info;
pub use error::ConstructError;
pub use scope::Scope;

#[doc(hidden)]
pub mod __private {
    pub use inventory;
}
