//! Descriptors of classes: one for each field, and one for `__class__`.

use objet::fields::{Field, Reflection};
use objet::types::TypeInfo;
use objet::{IsObjectRef, ObjectRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::classes::class_data;
use crate::conversion_error::article;
use crate::instance::native;

/// Returns the fields that have descriptors. Names with two leading underscores are reserved for
/// Python.
pub(crate) fn named(reflection: Option<&'static Reflection>) -> impl Iterator<Item = &'static Field> {
    let fields = reflection.map_or(&[][..], Reflection::fields);
    fields.iter().filter(|field| !field.name().starts_with("__"))
}

/// Returns the exception for reading a field of an object that has another type.
#[cold]
pub(crate) fn misplaced(field: &Field, owner: TypeInfo, object: &ObjectRef) -> PyErr {
    let (name, owner, found) = (field.name(), owner.key(), article(object.type_key()));
    PyTypeError::new_err(format!("{name} is a field of {owner}, but the object is {found}"))
}

/// Adds descriptors to a Python class for the fields that the type adds to its parent. If Rust
/// declares the fields, attributes that the class already defines are kept.
pub(crate) fn describe(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<()> {
    let Some(data) = class_data(class) else { return Ok(()) };
    let is_pythons = data.reflection.is_some_and(Reflection::is_runtime_defined);
    let written = class.getattr("__dict__")?;
    let inherited = info.parent().and_then(Reflection::of_type).map_or(&[][..], Reflection::fields);
    for (position, field) in named(data.reflection).enumerate() {
        let name = field.name();
        let is_own = !inherited.iter().any(|other| other.name() == name);
        if is_own && (is_pythons || !written.contains(name)?) {
            class.setattr(name, data.getters.descriptor(position, class)?)?;
        }
    }
    Ok(())
}

/// Sets the class of an object to another class of the same type. Tools that reload code use this.
pub(crate) fn set_class(object: &Bound<'_, PyAny>, class: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(native) = native(object) else { unreachable!("objects of such classes are instances") };
    let fitting = class.filter(|class| {
        let data = class.cast::<PyType>().ok().and_then(class_data);
        data.is_some_and(|data| data.info.index() == native.type_index())
    });
    let Some(class) = fitting else {
        let message = format!("__class__ of a {} object must be a class of the same type", native.type_key());
        return Err(PyTypeError::new_err(message));
    };
    let plain = object.py().get_type::<PyAny>().getattr("__dict__")?.get_item("__class__")?;
    plain.call_method1("__set__", (object, class)).map(drop)
}
