//! Graphs of objects as JSON, the way TVM 0.8 writes them.

mod opaque;

pub use opaque::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
