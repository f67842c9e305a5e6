//! Objects whose fields are changed by name.

use std::sync::Arc;

use objet_object::{ArgValue, IsObjectRef, ObjectRef};

use crate::error::ReflectError;
use crate::memory::assign;
use crate::reflection::Reflection;

/// Changes the field at `position` of an object to which nobody else refers, and which is of the struct that the reflection
/// describes.
///
/// # Errors
/// If the field cannot hold the value, or if the value is outside of the field's bounds. The field is unchanged then.
///
/// # Panics
/// If somebody else refers to the object.
pub(crate) fn set(
    object: &mut ObjectRef,
    reflection: &'static Reflection,
    position: usize,
    value: ArgValue<'_>,
) -> Result<(), ReflectError> {
    reflection.check_bounds(position, value)?;
    assign(object, position, value).map_err(|source| reflection.wrong_value(position, source))
}

/// An object after its fields were changed, as the reference that it had before.
///
/// # Errors
/// If the type's own check refuses the node, or if the wrapper `R` does.
pub(crate) fn accept<R: IsObjectRef>(
    object: ObjectRef,
    reflection: &'static Reflection,
) -> Result<R, ReflectError> {
    reflection.check(&object)?;
    object.downcast().map_err(|error| {
        let source = Arc::new(objet_object::Error::from(error));
        ReflectError::Refused { type_key: reflection.type_key(), source }
    })
}
