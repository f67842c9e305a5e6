//! Tensors in and out of Python by DLPack.

use objet::{IsObjectRef, NDArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::elements::on_device;
use crate::{error, foreign, instance, value};

/// Returns the tensor that Python passes.
pub(crate) fn tensor(object: &Bound<'_, PyAny>) -> PyResult<NDArray> {
    let native = instance::native(object).cloned();
    native
        .and_then(|native| native.downcast::<NDArray>().ok())
        .ok_or_else(|| PyTypeError::new_err("this is no objet.NDArray"))
}

pub(crate) fn failed(error: impl Into<objet::RuntimeError>, py: Python<'_>) -> PyErr {
    error::to_python(py, error.into())
}

/// A tensor of another library, where it is.
#[pyfunction]
#[pyo3(name = "from_dlpack")]
pub(crate) fn import<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // Our own tensors would come back as read-only, since Rust may share them.
    if tensor(object).is_ok() {
        return Ok(object.clone());
    }
    value::to_python(object.py(), from_dlpack(object)?.into())
}

/// A tensor of another library, where it is.
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
    let none = || PyValueError::new_err("__dlpack__ gave no capsule with a tensor in it");
    taken.ok_or_else(none)?.map_err(|error| failed(error, py))
}

/// Whether a producer rejects the arguments, because it implements an earlier version of the
/// protocol.
fn is_about_arguments(py: Python<'_>, error: &PyErr) -> bool {
    let says = |text: String| text.contains("keyword") || text.contains("max_version");
    error.is_instance_of::<PyTypeError>(py)
        && error.value(py).str().is_ok_and(|text| says(text.to_string_lossy().into()))
}

/// Makes a capsule with a tensor: with or without a version, and with a copy on a device if one is
/// given. If `wait`, the default queue of the tensor's device is synchronized before.
///
/// A struct without a version cannot say that a tensor is read-only, so such a tensor is refused; a
/// shared one is not, since its consumer knows no other struct.
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
