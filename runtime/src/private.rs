//! What generated code reaches, and nobody else: it changes without notice.

pub use crate::link_function;
#[cfg(feature = "inventory")]
pub use crate::registry::Collected;
pub use crate::registry::{LinkedFunction, register};
#[cfg(feature = "inventory")]
pub use inventory;
