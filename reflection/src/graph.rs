//! Graphs as JSON: saving and loading, also with unknown node types.

pub(crate) mod base64_text;
mod document;
pub(crate) mod error;
mod ffi;
mod format;
mod input;
mod interner;
mod json_writer;
mod load;
mod node_list;
pub(crate) mod number;
mod numbering;
mod opaque;
mod order;
mod piece;
#[cfg(feature = "serde")]
mod plain;
mod plain_attr;
mod save;
mod scan;
#[cfg(feature = "serde")]
pub mod serde_graph;
mod special_bytes;
mod stored_attrs;
pub(crate) mod syntax_error;
#[cfg(feature = "serde")]
mod tables;
mod text_budget;
mod value_nodes;
mod versions;

#[cfg(test)]
mod real_files;

pub use ffi::{
    BoxDataType, BoxDataTypeNode, BoxDevice, BoxDeviceNode, Bytes, BytesNode, Dict, DictNode, List, ListNode,
};
pub use format::{Format, SaveJson, UnknownFormat};
pub use load::{LoadJson, load_json, load_json_from};
pub use node_list::NodeList;
pub(crate) use opaque::AttrValue;
#[cfg(test)]
pub(crate) use opaque::Lead;
pub use opaque::{Opaque, OpaqueAttr, OpaqueNode, OpaqueValue, OpaqueView};
#[cfg(feature = "serde")]
pub(crate) use plain::NodeKeys;
#[cfg(feature = "serde")]
pub use plain::PlainError;
pub use save::{save_json, save_json_root, save_json_to};
pub use stored_attrs::{StoredAttrs, StoredValue, StoredValueError};
pub use versions::upgrade;
pub(crate) use versions::{ConvertAttrs, Upgrade};
