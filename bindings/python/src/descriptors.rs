//! The descriptors of classes: those of fields, and the one of `__class__`.

use objet::types::TypeInfo;
use objet::{Field, IsObjectRef, ObjectRef, Reflection};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::classes::about;
use crate::instance::native;
use crate::refusal::article;

/// Returns the fields that have descriptors. Names with two leading underscores are Python's own.
pub(crate) fn named(reflection: Option<&'static Reflection>) -> impl Iterator<Item = &'static Field> {
    let fields = reflection.map_or(&[][..], Reflection::fields);
    fields.iter().filter(|field| !field.name().starts_with("__"))
}

/// Returns the exception for a field that is read of an object of another type.
#[cold]
pub(crate) fn misplaced(field: &Field, owner: TypeInfo, object: &ObjectRef) -> PyErr {
    let (name, owner, found) = (field.name(), owner.key(), article(object.type_key()));
    PyTypeError::new_err(format!("{name} is a field of {owner}, and the object is {found}"))
}

/// Adds a descriptor to a class written in Python for each field that the type has and its parent
/// has not. Attributes that Python code wrote are kept if Rust declares the fields.
pub(crate) fn describe(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<()> {
    let Some(about) = about(class) else { return Ok(()) };
    let is_pythons = about.reflection.is_some_and(Reflection::is_described);
    let written = class.getattr("__dict__")?;
    let inherited = info.parent().and_then(Reflection::of_type).map_or(&[][..], Reflection::fields);
    for (position, field) in named(about.reflection).enumerate() {
        let name = field.name();
        let is_own = !inherited.iter().any(|other| other.name() == name);
        if is_own && (is_pythons || !written.contains(name)?) {
            class.setattr(name, about.getters.descriptor(position, class)?)?;
        }
    }
    Ok(())
}

/// Sets the class of an object to another one for its type, as tools do that reload code.
pub(crate) fn set_class(object: &Bound<'_, PyAny>, class: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(native) = native(object) else { unreachable!("objects of such classes are instances") };
    let fitting = class.filter(|class| {
        let about = class.cast::<PyType>().ok().and_then(about);
        about.is_some_and(|about| about.info.index() == native.type_index())
    });
    let Some(class) = fitting else {
        let message =
            format!("an object of the type {} cannot be of a class of another one", native.type_key());
        return Err(PyTypeError::new_err(message));
    };
    let plain = object.py().get_type::<PyAny>().getattr("__dict__")?.get_item("__class__")?;
    plain.call_method1("__set__", (object, class)).map(drop)
}
