//! Graphs as JSON: saving and loading, also with unknown node types.

pub(crate) mod base64_text;
mod document;
pub(crate) mod error;
mod input;
mod interner;
mod json_writer;
mod load;
mod node_list;
pub(crate) mod number;
mod numbering;
mod opaque;
mod order;
mod save;
mod scan;
mod special_bytes;
pub(crate) mod syntax_error;
mod value_nodes;

#[cfg(test)]
mod real_files;

pub use load::{LoadJson, load_json, load_json_from};
pub use node_list::NodeList;
#[cfg(test)]
pub(crate) use opaque::Lead;
pub use opaque::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue};
pub use save::{save_json, save_json_root, save_json_to};
