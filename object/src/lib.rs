//! The object core of Objet: what every crate of it, and every crate that defines nodes, stands on.
//!
//! An *object* is a node on the heap that begins with a 16-byte header: its [`TypeIndex`] and its counts. A *node* is the
//! `#[repr(C)]` struct itself, `AddNode`, which begins with its parent. A *reference* is the wrapper `Add`, which
//! keeps the object alive; [`ObjectRef`] refers to any object. One derive makes both node and wrapper.
//!
//! Users depend on the crate `objet`, which re-exports all of this.
//!
//! The files import each other without cycles. From the ground up:
//! - `counts`, `caught` and `header`: objects without types.
//! - [`types`], up to the table: what node types declare, and their indices.
//! - `state` and `types::info`: the state of the process, and the types in it as data.
//! - `cast` and `node`: nodes, pointers and references.
//! - `containers`, `boxed` and `tensor`: the nodes of this crate.
//! - [`process`]: the setup, which registers these nodes, and the functions that begin with it.
//! - `value`, `field_type` and `extension`: values that cross, and fields that are described as data.

// The derive's code names the crate of its user's choice; here that is this crate.
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
mod error;
mod extension;
mod field_cell;
mod field_type;
mod header;
mod match_node;
mod node;
pub mod process;
mod state;
mod sync;
mod tensor;
pub mod types;
mod validate;
mod value;

pub use boxed::{BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode};
pub use cast::{CastError, DowncastError, Place};
pub use containers::*;
pub use error::{Error, Result};
pub use field_cell::FieldCell;
pub use field_type::{EnumType, FieldKind, FieldType, IntKind, ReferenceKind};
pub use header::Object;
pub use node::object_ptr::{make_object, make_object_of_type};
pub use node::object_ref::ObjectMut;
pub use node::{DerivedFrom, HasParent, IsObject, IsObjectRef, ObjectPtr, ObjectRef, Plain, WeakRef};
pub use objet_object_derive::Object;
pub use tensor::*;
pub use types::{NodeType, TypeError, TypeIndex, TypeInfo, get_or_alloc_type_index};
pub use validate::Validate;
pub use value::*;
