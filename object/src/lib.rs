//! The object core of Objet: what every crate of it, and every crate that defines nodes, stands on.
//!
//! An *object* is a node on the heap that begins with a 16-byte header: its [`TypeIndex`] and its counts. A *node* is the
//! `#[repr(C)]` struct itself, `AddNode`, which begins with its parent. A *reference* is the wrapper `Add`, which
//! keeps the object alive; [`ObjectRef`] refers to any object. One derive makes both node and wrapper.
//!
//! Users depend on the crate `objet`, which re-exports all of this.

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
mod object_ptr;
mod object_ref;
pub mod process;
mod state;
mod sync;
mod tensor;
pub mod types;
mod validate;
mod value;
mod weak_ref;

pub use boxed::{BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode};
pub use cast::{CastError, DowncastError, Place};
pub use containers::*;
pub use error::{Error, Result};
pub use field_cell::FieldCell;
pub use field_type::{EnumType, FieldKind, FieldType, IntKind, ReferenceKind};
pub use header::Object;
pub use node::{DerivedFrom, HasParent, IsObject, ObjectMut};
pub use object_ptr::{ObjectPtr, make_object, make_object_of_type};
pub use object_ref::{IsObjectRef, ObjectRef, Plain};
pub use objet_object_derive::Object;
pub use tensor::*;
pub use types::{NodeType, TypeError, TypeIndex, TypeInfo, get_or_alloc_type_index};
pub use validate::Validate;
pub use value::*;
pub use weak_ref::WeakRef;
