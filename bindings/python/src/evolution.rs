//! Functions of declared classes that read files with older definitions of the classes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;

use objet::ObjectRef;
use objet::fields::FieldKind;
use objet::function::{ErrorKind, RuntimeError};
use objet::graph::{StoredAttrs, StoredValue, StoredValueError};
use objet::types::{FieldBuilder, TypeBuilder};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::lock::{self, Held};
use crate::{error, value};

type BoxError = Box<dyn Error + Send + Sync>;

/// The value of an attribute in a file, as the upgrade function of a class gets it.
#[pyclass(frozen, name = "StoredValue", module = "objet")]
pub(crate) struct PyStoredValue(StoredValue);

#[pymethods]
impl PyStoredValue {
    /// Returns the value as a string.
    fn as_text(&self) -> PyResult<&str> {
        self.0.as_text().map_err(wrong_kind)
    }

    /// Returns the JSON of a value whose field was of bytes.
    fn as_json(&self) -> PyResult<Cow<'_, str>> {
        self.0.as_json().map_err(wrong_kind)
    }

    /// Returns the value as an integer. A truth value is 0 or 1.
    fn as_int(&self) -> PyResult<i64> {
        self.0.as_int().map_err(wrong_kind)
    }

    /// Returns the value as a float.
    fn as_float(&self) -> PyResult<f64> {
        self.0.as_float().map_err(wrong_kind)
    }

    /// Returns the object, or `None` for null.
    fn as_object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::of_reference(py, self.0.as_object().map_err(wrong_kind)?)
    }

    /// Returns the tensor, or `None` for null.
    fn as_tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tensor = self.0.as_tensor().map_err(wrong_kind)?;
        value::of_reference(py, tensor.map(|tensor| ObjectRef::from(tensor.clone())).as_ref())
    }

    fn __repr__(&self) -> String {
        format!("<StoredValue: {}>", self.0)
    }
}

fn wrong_kind(error: StoredValueError) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

/// Lets a callable without parameters compute the value of a field that a file does not have.
pub(crate) fn computed(
    field: FieldBuilder,
    callable: &Bound<'_, PyAny>,
    kind: FieldKind,
    name: &str,
) -> FieldBuilder {
    let (callable, name) = (Held::new(callable.clone().unbind()), name.to_owned());
    field.if_missing(move || {
        with_python(|py| {
            let found = lock::call(callable.get(py).bind(py), &PyTuple::empty(py), None)?;
            value::for_field(&found, kind, || name.clone())?.into_owned()
        })
    })
}

/// Lets a callable convert the attributes of objects in files with an older version. It takes the
/// version, and a dict from the names of the attributes to their values, which it changes. `kinds`
/// are those of the fields, to which values of Python are converted.
pub(crate) fn upgraded(
    builder: TypeBuilder,
    callable: &Bound<'_, PyAny>,
    kinds: HashMap<String, FieldKind>,
) -> TypeBuilder {
    let callable = Held::new(callable.clone().unbind());
    builder.upgrade(move |version, attrs| {
        with_python(|py| {
            let dict = PyDict::new(py);
            for (name, value) in attrs.iter() {
                dict.set_item(name, PyStoredValue(value.clone()))?;
            }
            lock::call(callable.get(py).bind(py), &(version, &dict).into_pyobject(py)?, None)?;
            replace(attrs, &dict, &kinds)
        })
    })
}

/// Replaces all attributes by the items of a dict.
fn replace(
    attrs: &mut StoredAttrs,
    dict: &Bound<'_, PyDict>,
    kinds: &HashMap<String, FieldKind>,
) -> PyResult<()> {
    attrs.clear();
    // A conversion may run Python code, which may change the dict.
    for (name, value) in dict.copy()?.iter() {
        let Ok(name) = name.extract::<String>() else {
            return Err(PyTypeError::new_err(format!(
                "the name of an attribute must be a string, found {}",
                name.repr()?
            )));
        };
        match value.cast::<PyStoredValue>() {
            Ok(stored) => attrs.insert(&name, stored.get().0.clone()),
            Err(_) => {
                let converted = match kinds.get(&name) {
                    Some(kind) => value::for_field(&value, *kind, || name.clone())?,
                    // The fields of descendants are not known here.
                    None => value::convert(&value)?,
                };
                attrs.insert(&name, converted.into_owned()?)
            }
        };
    }
    Ok(())
}

/// Runs Python code in the middle of native work. An exception becomes the source of the error.
fn with_python<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, BoxError> {
    let done = lock::attach(|py| work(py).map_err(|raised| error::of_python(py, raised)));
    match done {
        Some(done) => Ok(done?),
        None => Err(RuntimeError::new(ErrorKind::TVM_ERROR, "the Python interpreter has ended").into()),
    }
}
