//! The JSON graph format of tvm-ffi, which today's TVM saves.
//!
//! A document is `{"root_index":…,"nodes":[…],"metadata":…}` without blanks. A node is
//! `{"type":key,"data":…}`. Children come before parents, in the post-order of their first visit.
//!
//! | `type` | `data` | object |
//! |---|---|---|
//! | `None` | absent | null |
//! | `bool`, `int`, `float` | the value | `BoxBool`, `BoxInt`, `BoxFloat` |
//! | `DataType` | the text of the type | [`BoxDataType`] |
//! | `Device` | type and number of the device | [`BoxDevice`] |
//! | `ffi.String`, `ffi.Bytes` | a string, base64 | `String`, [`Bytes`] |
//! | `ffi.Array`, `ffi.List` | indices of nodes | `Array`, [`List`] |
//! | `ffi.Map`, `ffi.Dict` | indices of a key and a value in turn | `Map`, [`Dict`] |
//! | `ffi.Shape` | the dimensions | `ShapeTuple` |
//! | `ffi.Tensor` | base64 | `NDArray` |
//! | other | an object with fields, or a string for a type that is stored as bytes | a node |
//!
//! A field of a number, a truth value, an enum or a data type holds the value itself. Every other
//! field holds the index of a node, also a field of a string. Null and equal strings, bytes,
//! numbers, data types and devices share a node, as do all references to one object.
//!
//! If types have versions (see [`versions`](super::versions)), the document ends with
//! `"versions":{key:version}`.
//!
//! The reader fills a [`Document`](super::document::Document) with Objet's type keys. From there
//! on, loading is that of all formats.

mod entity;
mod fields;
mod guesses;
mod infer;
mod json_text;
mod keys;
mod nodes;
mod numbering;
mod save;
mod scan;
mod special;
mod unknown;
mod value_numbers;
mod visit_order;
mod writer;

pub(super) use fields::{field_arg, fits, mismatch, no_string, node_arg, node_index};
pub(super) use infer::Meanings;
pub use nodes::{
    BoxDataType, BoxDataTypeNode, BoxDevice, BoxDeviceNode, Bytes, BytesNode, Dict, DictNode, List, ListNode,
};
pub(super) use save::{node_list, save, text};
pub(super) use scan::{is_tvm_ffi, scan};
pub(super) use special::Special;
pub(super) use unknown::{field_text, is_unchanged, keep_known, make, stored_arg, stored_text};
