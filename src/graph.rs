//! Graphs as files.
//!
//! [`save_json`](crate::save_json) and [`load_json`](crate::load_json) are at the root of the
//! crate.

pub use objet_reflection::{
    AttrError, Base64Error, Format, GraphError, LoadJson, NodeList, NodeLocation, NumberError, Opaque,
    OpaqueAttr, OpaqueNode, OpaqueValue, OpaqueView, SaveJson, StoredAttrs, StoredValue, StoredValueError,
    SyntaxError, TextLocation, UnknownFormat, load_json_from, save_json_root, save_json_to,
};
#[cfg(feature = "serde")]
pub use objet_reflection::{Graph, PlainError, serde_graph};
