//! Types as data: type indices, type keys, ancestors, and types that are defined at run time.
//!
//! A [`TypeIndex`] is the number of a type, and a [`TypeInfo`] its description. A
//! [`TypeBuilder`] defines a type without a struct.

pub use objet_object::types::*;
pub use objet_object::{
    AsObjectRef, CastError, DerivedFrom, DowncastError, ElementPosition, HasParent, ObjectMut, Plain,
    WeakRef, make_object_of_type,
};
pub use objet_reflection::{FieldBuilder, TypeBuilder, TypeBuilderError};

pub use crate::error::ObjectError;
