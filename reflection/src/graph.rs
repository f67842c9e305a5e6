//! Graphs as JSON: the text of the file, and what of it can be told without knowing the node types.

pub(crate) mod base64_text;
pub(crate) mod document;
mod input;
mod interner;
pub(crate) mod layout;
pub(crate) mod number;
pub(crate) mod order;
pub(crate) mod scan;
mod special_bytes;
pub(crate) mod syntax_error;
pub(crate) mod tensor_bytes;

pub(crate) mod opaque;
#[cfg(test)]
mod real_files;

pub use opaque::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
