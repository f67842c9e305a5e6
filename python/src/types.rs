//! Types and their classes, as functions for the Python part of the package.

use objet::types;
use objet::{FieldKind, Reflection, get_or_alloc_type_index};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::{classes, instance, value};

/// All types by key, each with its class.
#[pyfunction]
pub(crate) fn all_classes(py: Python<'_>) -> PyResult<Vec<(&'static str, Bound<'_, PyType>)>> {
    let class = |info: types::TypeInfo| Ok((info.key(), classes::bound(py, classes::of_type(py, info)?)));
    types::all().into_iter().map(class).collect()
}

/// The class of the type of that key.
#[pyfunction]
pub(crate) fn class_of_key<'py>(py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyType>> {
    let info = types::by_key(key).ok_or_else(|| PyKeyError::new_err(format!("no type is called {key:?}")))?;
    Ok(classes::bound(py, classes::of_type(py, info)?))
}

/// Has objects of the type of that key be of this class.
#[pyfunction]
pub(crate) fn replace_class(key: &str, class: &Bound<'_, PyType>) -> PyResult<()> {
    let info = types::by_key(key).ok_or_else(|| PyKeyError::new_err(format!("no type is called {key:?}")))?;
    classes::replace(class, info)
}

/// Registers a type under the type of a class, which Python code derives a class from. Whether it is new.
#[pyfunction]
pub(crate) fn register_type(py: Python<'_>, key: &str, base: &Bound<'_, PyType>) -> PyResult<bool> {
    let parent = classes::about(py, base.as_type_ptr())
        .ok_or_else(|| PyTypeError::new_err("the class derives from no registered one"))?;
    let is_new = types::by_key(key).is_none();
    get_or_alloc_type_index(key, parent.info.index(), 0, true)
        .map_err(|error| PyTypeError::new_err(error.to_string()))?;
    Ok(is_new)
}

/// The fields of the type of that key, as dicts; empty if they are not known.
#[pyfunction]
pub(crate) fn fields<'py>(py: Python<'py>, key: &str) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let info = types::by_key(key).ok_or_else(|| PyKeyError::new_err(format!("no type is called {key:?}")))?;
    let fields = Reflection::of_type(info).map_or(&[][..], Reflection::fields);
    let about = |field: &objet::Field| {
        let dict = PyDict::new(py);
        dict.set_item("name", field.name())?;
        dict.set_item("rust_type", field.type_name())?;
        dict.set_item("doc", field.doc())?;
        dict.set_item("required", field.is_required())?;
        let (kind, nullable) = match field.kind() {
            FieldKind::Int(_) | FieldKind::Enum(_) => ("int".into(), false),
            FieldKind::F32 | FieldKind::F64 => ("float".into(), false),
            FieldKind::Bool => ("bool".into(), false),
            FieldKind::Text | FieldKind::DataType => ("str".into(), false),
            FieldKind::Reference(reference) => (reference.type_name(), reference.nullable),
        };
        dict.set_item("kind", kind)?;
        dict.set_item("nullable", nullable)?;
        for (name, found) in
            [("default", field.default()), ("least", field.lower_bound()), ("most", field.upper_bound())]
        {
            if let Some(found) = found {
                dict.set_item(name, value::to_python(py, found)?)?;
            }
        }
        Ok(dict)
    };
    fields.iter().map(about).collect()
}

/// A Python value as an object.
#[pyfunction]
pub(crate) fn convert<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    value::of_reference(given.py(), value::object(given)?.as_ref())
}

/// Whether both are one native object.
#[pyfunction]
pub(crate) fn same_as(lhs: &Bound<'_, PyAny>, rhs: &Bound<'_, PyAny>) -> bool {
    instance::same(lhs, rhs)
}

/// How many native objects Python knows.
#[pyfunction]
pub(crate) fn live_objects(py: Python<'_>) -> usize {
    instance::count(py)
}
