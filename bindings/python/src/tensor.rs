//! Import and export of tensors with DLPack.

use objet::{IsObjectRef, NDArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::elements::on_device;
use crate::{error, foreign, instance, value};

/// Returns the tensor of a Python object.
pub(crate) fn tensor(object: &Bound<'_, PyAny>) -> PyResult<NDArray> {
    let native = instance::native(object).cloned();
    native
        .and_then(|native| native.downcast::<NDArray>().ok())
        .ok_or_else(|| PyTypeError::new_err("the object is not an objet.NDArray"))
}

pub(crate) fn failed(error: impl Into<objet::function::RuntimeError>, py: Python<'_>) -> PyErr {
    error::to_python(py, error.into())
}

/// Imports a tensor of another library without copying it.
#[pyfunction]
#[pyo3(name = "from_dlpack")]
pub(crate) fn import<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // An Objet tensor is returned as it is. Importing it would make it read-only, because Rust may
    // share it.
    if tensor(object).is_ok() {
        return Ok(object.clone());
    }
    value::to_python(object.py(), from_dlpack(object)?.into())
}

/// Imports a tensor of another library without copying it.
pub(crate) fn from_dlpack(object: &Bound<'_, PyAny>) -> PyResult<NDArray> {
    let py = object.py();
    let method = object.getattr("__dlpack__")?;
    let options = PyDict::new(py);
    options.set_item("max_version", (1, 1))?;
    let capsule = match method.call((), Some(&options)) {
        Err(error) if is_about_arguments(py, &error) => method.call0()?,
        other => other?,
    };
    let taken = capsule.cast::<PyCapsule>().ok().and_then(foreign::take_tensor);
    let none = || PyValueError::new_err("__dlpack__ returned no capsule with a tensor");
    taken.ok_or_else(none)?.map_err(|error| failed(error, py))
}

/// Whether a producer rejects the arguments because it implements an earlier version of the
/// protocol.
fn is_about_arguments(py: Python<'_>, error: &PyErr) -> bool {
    let says = |text: String| text.contains("keyword") || text.contains("max_version");
    error.is_instance_of::<PyTypeError>(py)
        && error.value(py).str().is_ok_and(|text| says(text.to_string_lossy().into()))
}

/// Makes a capsule with a tensor, in a struct with or without a version. If a device is given, the
/// capsule has a copy on this device. If `wait` is true, first synchronizes the default stream of
/// the tensor's device.
///
/// A struct without a version cannot mark a tensor as read-only, so a read-only tensor is an error.
/// A shared tensor is exported anyway, because its consumer supports only this struct.
#[pyfunction]
pub(crate) fn to_dlpack<'py>(
    object: &Bound<'py, PyAny>,
    versioned: bool,
    copy_on: Option<&Bound<'py, PyAny>>,
    wait: bool,
) -> PyResult<Bound<'py, PyCapsule>> {
    let py = object.py();
    let mut array = tensor(object)?;
    let device = copy_on.map(value::device).transpose()?;
    if let Some(device) = device {
        let copied = py.detach(|| on_device(&array, device));
        array = copied.map_err(|error| failed(error, py))?;
    }
    let at = array.device();
    if wait && !at.device_type.is_host() {
        py.detach(|| foreign::synchronize(at)).map_err(|error| failed(error, py))?;
    }
    foreign::capsule(py, array, versioned, device.is_some())
}
