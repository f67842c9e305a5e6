//! Reflection for Objet: the fields of every node by name, and what follows from that.
//!
//! Users depend on the crate `objet`, which re-exports all of this.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __reflect;
mod content;
mod equal;
mod error;
mod field;
mod graph;
mod hash;
mod identity;
mod layout;
mod make;
mod memory;
mod nearest;
mod reflect;
mod reflection;

pub use equal::{Difference, EqualReducer, Path, PathStep, StructuralEqual, structural_equal};
pub use error::ReflectError;
pub use field::{Field, FieldRole};
pub use graph::base64_text::Base64Error;
pub use graph::error::{AttrError, GraphError, NodePlace};
pub use graph::number::NumberError;
pub use graph::syntax_error::{SyntaxError, TextPlace};
pub use graph::tensor_bytes::TensorBytesError;
pub use graph::{LoadJson, Opaque, OpaqueAttr, OpaqueNode, OpaqueValue, load_json, load_json_from};
pub use graph::{save_json, save_json_root, save_json_to};
pub use hash::{HashReducer, structural_hash};
pub use reflect::Reflect;
pub use reflection::{Comparison, Reflection};
