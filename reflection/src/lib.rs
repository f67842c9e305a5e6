//! Reflection for Objet: the fields of every node by name, and what follows from that.
//!
//! Users depend on the crate `objet`, which re-exports all of this.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __reflect;
mod content;
mod copy;
mod equal;
mod error;
mod field;
pub mod graph;
mod identity;
mod make;
mod memory;
mod nearest;
mod print;
mod reflect;
mod reflection;
mod rewrite;
mod walk;

pub use copy::deep_copy;
pub use equal::{EqualReducer, HashReducer};
pub use error::ReflectError;
pub use field::{Field, FieldRole};
pub use print::{Printed, print};
pub use reflect::Reflect;
pub use reflection::{Comparison, Reflection};
pub use rewrite::{Enter, Mutator, RewriteError, rewrite, rewrite_with};
pub use walk::{PostOrder, PreOrder, post_order, pre_order};
