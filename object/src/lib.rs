//! The object core of Objet: nodes, references, the type table, containers, tensors and values.
//!
//! An *object* is a node on the heap. It begins with a 16-byte header that holds its [`TypeIndex`]
//! and its reference counts.
//! A *node* is a `#[repr(C)]` struct whose first field is its parent, such as `AddNode`.
//! A *reference* is a wrapper that keeps an object alive, such as `Add`; an [`ObjectRef`] refers to
//! any object. One derive generates the node type and the wrapper.
//!
//! Users depend on the crate `objet`, which re-exports this crate.
//!
//! The files import each other without cycles. From the lowest layer to the highest:
//! - `counts`, `caught` and `header`: objects without types.
//! - [`types`], up to the table: the declarations of node types, and their indices.
//! - `state` and `types::info`: the state of the process, and its types as data.
//! - `cast` and `node`: nodes, pointers and references.
//! - `containers`, `boxed` and `tensor`: the nodes of this crate.
//! - [`process`]: the setup, which registers these nodes, and the functions that start it.
//! - `value`, `field_type` and `dynamic_fields`: values that cross function and language
//!   boundaries, and fields that are described as data.

// The code that the derive generates refers to this crate by a name that the user chooses. Inside
// this crate, `objet_object` is valid too.
extern crate self as objet_object;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod boxed;
mod cast;
mod caught;
mod containers;
mod counts;
mod debug;
mod dynamic_fields;
mod error;
mod field_cell;
mod field_type;
mod header;
mod node;
mod opaque;
pub mod process;
pub mod progress;
mod state;
mod sync;
mod tensor;
pub mod types;
mod validate;
mod value;

pub use boxed::{BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode};
pub use cast::{CastError, DowncastError, ElementPosition};
pub use containers::*;
pub use error::{Error, Result};
pub use field_cell::FieldCell;
pub use field_type::{
    CustomType, ElementsType, EnumType, FieldKind, FieldType, IntKind, OptionalType, ReferenceKind,
    ScalarType,
};
pub use header::Object;
pub use node::block::ObjectBatch;
pub use node::object_ptr::{make_object, make_object_of_type};
pub use node::object_ref::ObjectMut;
pub use node::{
    AsObjectRef, DerivedFrom, HasParent, IsObject, IsObjectRef, ObjectPtr, ObjectRef, Plain, WeakRef,
};
pub use objet_object_derive::{Object, match_node};
pub use opaque::{Opaque, OpaqueNode};
pub use tensor::*;
pub use types::{NodeType, TypeError, TypeIndex, TypeInfo, get_or_alloc_type_index};
pub use validate::Validate;
pub use value::*;
