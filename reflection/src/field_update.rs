//! Changes of fields by name.

use std::sync::Arc;

use objet_object::{ArgValue, IsObjectRef, ObjectRef};

use crate::error::ReflectError;
use crate::memory::assign;
use crate::reflection::Reflection;

/// Sets the field at `position` of an object with a unique reference. `reflection` must describe
/// the object's struct.
///
/// # Errors
/// If the field cannot hold the value, or if the value is out of bounds. The field is unchanged
/// then.
///
/// # Panics
/// If the object has other references.
pub(crate) fn set(
    object: &mut ObjectRef,
    reflection: &'static Reflection,
    position: usize,
    value: ArgValue<'_>,
) -> Result<(), ReflectError> {
    reflection.check_bounds(position, value)?;
    assign(object, position, value).map_err(|source| reflection.wrong_value(position, source))
}

/// Runs the checks on an object after changes of its fields, and converts the object to the
/// reference type `R`.
///
/// # Errors
/// If the type's own check rejects the node, or if the object is not an `R`.
pub(crate) fn accept<R: IsObjectRef>(
    object: ObjectRef,
    reflection: &'static Reflection,
) -> Result<R, ReflectError> {
    reflection.check(&object)?;
    object.downcast().map_err(|error| {
        let source = Arc::new(objet_object::Error::from(error));
        ReflectError::Invalid { type_key: reflection.type_key(), source }
    })
}
