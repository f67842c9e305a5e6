//! Relay, TVM 0.8's functional language of networks: expressions, operators with their attributes,
//! patterns, text, analyses and passes.
//!
//! Types, modules and the pass framework are in [`objet_ir`], scalar expressions in [`objet_tir`].

#![forbid(unsafe_code)]

pub mod adt;
pub mod analysis;
pub mod attrs;
pub mod backend;
pub mod dataflow_pattern;
pub mod expr;
pub mod functor;
pub mod infer;
pub mod interpreter;
mod kernels;
pub mod module;
pub mod op;
pub mod op_strategy;
pub mod quantize;
mod scope;
pub mod text;
pub mod transform;

/// The items that the macros of this crate use in generated code.
#[doc(hidden)]
pub mod __private {
    pub use objet::__runtime::{LinkedFunction, link_function};
    pub use objet::IsObject;
    pub use objet::types::Declared;
    pub use objet_ir;
    pub use objet_ir::__private::unwrapped;

    pub use crate::op::{OpConstructor, Param};
}
