//! Python objects without a native form, as native objects that only Python looks into.

use objet::containers::{Opaque, OpaqueNode};
use objet::{Object, ObjectRef};
use pyo3::prelude::*;

use crate::lock::Held;

/// Wraps a Python object.
pub(crate) fn of(object: &Bound<'_, PyAny>) -> ObjectRef {
    Opaque::new(Held::new(object.clone().unbind())).into()
}

/// Returns the Python object in a native object, if [`of`] made the native object.
pub(crate) fn held<'py>(py: Python<'py>, object: &Object) -> Option<Bound<'py, PyAny>> {
    let held = object.as_node::<OpaqueNode>()?.get::<Held<Py<PyAny>>>()?;
    Some(held.get(py).bind(py).clone())
}
