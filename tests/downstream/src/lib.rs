//! A crate that defines nodes like a user, under strict lints. Generated code triggers none of the
//! lints.

#![forbid(unsafe_code)]
#![deny(
    warnings,
    unused,
    future_incompatible,
    nonstandard_style,
    rust_2018_idioms,
    keyword_idents,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    unused_lifetimes,
    single_use_lifetimes,
    let_underscore_drop,
    missing_copy_implementations,
    trivial_casts,
    trivial_numeric_casts,
    unused_results,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::allow_attributes,
    clippy::allow_attributes_without_reason,
    clippy::multiple_unsafe_ops_per_block,
    clippy::undocumented_unsafe_blocks,
    clippy::unwrap_used
)]
#![allow(
    clippy::missing_const_for_fn,
    reason = "these nodes are examples, which are not created at compile time"
)]

pub mod attributes;
pub mod closure;
pub mod expr;
pub mod extensible;
pub mod functions;
pub mod inner;
pub mod reflect;
pub mod shadow;
pub mod shown;
pub mod stmt;
pub mod wrappers;

use renamed_objet::types::TypeError;

/// Registers the types of [`expr`] and [`stmt`], for builds without the feature `inventory`.
///
/// # Errors
/// If the type table rejects one of the types.
pub fn register() -> Result<(), TypeError> {
    use expr::{AddNode, BinaryNode, ConstNode, ExprNode, MulNode, VarNode};
    use stmt::{ForNode, LoopNode, StmtNode, WhileNode};
    renamed_objet::register_types!(
        ExprNode, BinaryNode, AddNode, MulNode, VarNode, ConstNode, StmtNode, LoopNode, ForNode, WhileNode,
    )
}
