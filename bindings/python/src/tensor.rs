//! Import and export of tensors with DLPack.

use objet::tensor::{Device, DeviceType, NDArrayNode};
use objet::{DataType, IsObjectRef, NDArray};
use pyo3::exceptions::{PyAttributeError, PyBufferError, PyException, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyCapsule, PyDict, PyInt, PyTuple, PyType};

use crate::elements::{data_type, on_device};
use crate::exchange::Produced;
use crate::{error, exchange, foreign, instance, lock, streams, value};

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

/// Imports a tensor of another library without copying it. The libraries share the elements.
///
/// A read-only tensor stays read-only. It cannot be passed to compiled code, which may write to any
/// of its arguments. A tensor is also read-only if its library knows versions of DLPack, but
/// exports a struct without a version: the arrays of JAX, which never change.
#[pyfunction]
#[pyo3(name = "from_dlpack")]
pub(crate) fn import<'py>(tensor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // An Objet tensor is returned as it is. Importing it would make it read-only, because Rust may
    // share it.
    if instance::native(tensor).is_some_and(|native| native.as_node::<NDArrayNode>().is_some()) {
        return Ok(tensor.clone());
    }
    value::to_python(tensor.py(), from_dlpack(tensor)?.into())
}

/// Imports a tensor of another library without copying it.
pub(crate) fn from_dlpack(object: &Bound<'_, PyAny>) -> PyResult<NDArray> {
    from_produced(&exchange::produced(object))
}

/// Works like [`from_dlpack`].
#[inline]
pub(crate) fn from_produced(produced: &Produced<'_, '_>) -> PyResult<NDArray> {
    match produced.import()? {
        Some(array) => Ok(array),
        None => {
            let array = by_method(produced.object)?;
            produced.follow(array.device())?;
            Ok(array)
        }
    }
}

/// Imports a tensor by its method `__dlpack__`. A NumPy array that the method does not export is
/// imported as an array of integers with the same bits, if its elements have a native type.
fn by_method(object: &Bound<'_, PyAny>) -> PyResult<NDArray> {
    let py = object.py();
    match by_protocol(object, None) {
        Err(refused)
            if refused.is_instance_of::<PyException>(py) && object.is_instance(numpy(py)?.0.bind(py))? =>
        {
            let as_integers = py.import("objet.nd")?.getattr("_as_integers")?;
            let (integers, dtype): (Bound<'_, PyAny>, String) =
                as_integers.call1((object, refused.value(py)))?.extract()?;
            by_protocol(&integers, Some(data_type(py, &dtype)?))
        }
        imported => imported,
    }
}

/// Returns the class of arrays of NumPy, and its method `__dlpack__`.
fn numpy(py: Python<'_>) -> PyResult<&(Py<PyType>, Option<Py<PyAny>>)> {
    static NUMPY: PyOnceLock<(Py<PyType>, Option<Py<PyAny>>)> = PyOnceLock::new();
    NUMPY.get_or_try_init(py, || {
        let class = py.import("numpy")?.getattr("ndarray")?.cast_into::<PyType>()?;
        let method = class.getattr(intern!(py, "__dlpack__")).ok();
        Ok((class.unbind(), method.map(Bound::unbind)))
    })
}

/// Imports a tensor by its method `__dlpack__`. `dtype` replaces the data type, whose elements must
/// have the same size.
fn by_protocol(object: &Bound<'_, PyAny>, dtype: Option<DataType>) -> PyResult<NDArray> {
    static OPTIONS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let py = object.py();
    let numpy = numpy(py)?;
    // NumPy exports only arrays that may be written in structs without a version, and exports such
    // structs faster.
    if let (class, Some(method)) = numpy
        && object.get_type_ptr().cast() == class.as_ptr()
        && let Ok(capsule) = lock::call_one(method.bind(py), object)
        && let Ok(capsule) = capsule.cast::<PyCapsule>()
        && let Some(taken) = foreign::take_tensor(capsule, false, dtype)
    {
        return taken.map_err(|error| failed(error, py));
    }
    let method = object.getattr(intern!(py, "__dlpack__")).map_err(|error| no_tensor(object, error))?;
    let options = OPTIONS.get_or_try_init(py, || {
        let options = PyDict::new(py);
        options.set_item("max_version", (1, 1))?;
        PyResult::Ok(options.unbind())
    })?;
    // The producer may keep or change the dict.
    let (capsule, is_read_only) = match method.call((), Some(&options.bind(py).copy()?)) {
        // The library is older than the marks, but its tensors may be written.
        Err(error) if is_about_arguments(py, &error) => (method.call0()?, false),
        other => (other?, true),
    };
    let taken = capsule
        .cast::<PyCapsule>()
        .ok()
        .and_then(|capsule| foreign::take_tensor(capsule, is_read_only, dtype));
    let none = || PyValueError::new_err("__dlpack__ returned no capsule with a tensor");
    taken.ok_or_else(none)?.map_err(|error| failed(error, py))
}

#[cold]
fn no_tensor(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyAttributeError>(object.py()) {
        return error;
    }
    let class = object.get_type().name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let instead = match class.as_str() {
        "PyCapsule" => "pass the tensor that made the capsule",
        _ => "use `nd.array` for lists and numbers",
    };
    PyTypeError::new_err(format!("expected a tensor with `__dlpack__`, found {class}: {instead}"))
}

/// Whether a producer rejects the arguments because it implements an earlier version of the
/// protocol.
fn is_about_arguments(py: Python<'_>, error: &PyErr) -> bool {
    let says = |text: String| text.contains("keyword") || text.contains("max_version");
    error.is_instance_of::<PyTypeError>(py)
        && error.value(py).str().is_ok_and(|text| says(text.to_string_lossy().into()))
}

/// The options of an export. `None` stands for Python's `None`.
#[derive(Default)]
pub(crate) struct Export<'a, 'py> {
    stream: Option<&'a Bound<'py, PyAny>>,
    max_version: Option<&'a Bound<'py, PyAny>>,
    dl_device: Option<&'a Bound<'py, PyAny>>,
    copy: Option<&'a Bound<'py, PyAny>>,
}

impl<'a, 'py> Export<'a, 'py> {
    /// Returns the option with a name.
    pub(crate) fn option(&mut self, name: &str) -> Option<&mut Option<&'a Bound<'py, PyAny>>> {
        match name {
            "stream" => Some(&mut self.stream),
            "max_version" => Some(&mut self.max_version),
            "dl_device" => Some(&mut self.dl_device),
            "copy" => Some(&mut self.copy),
            _ => None,
        }
    }

    /// Makes a capsule with a tensor, in a struct with or without a version.
    ///
    /// A struct without a version cannot mark a tensor as read-only, so a read-only tensor is an
    /// error. A shared tensor is exported anyway, because its consumer supports only this struct.
    // As a part of its caller, it would make an export to NumPy 10 % slower.
    #[inline(never)]
    pub(crate) fn capsule(&self, mut array: NDArray, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let own = array.device();
        let waits = self.has_to_wait(own)? && !self.is_in_order(own)?;
        let mut is_copied = self.copy.map_or(Ok(false), |copy| copy.is_truthy())?;
        let target = match self.dl_device {
            None => own,
            Some(device) => {
                Device::new(DeviceType(device.get_item(0)?.extract()?), device.get_item(1)?.extract()?)
            }
        };
        if target != own {
            if self.copy.is_some() && !is_copied || target.device_type != DeviceType::CPU {
                return Err(PyBufferError::new_err("the tensor is on another device"));
            }
            is_copied = true;
        }
        if is_copied {
            let copied = lock::detach(py, || on_device(&array, target));
            array = copied.map_err(|error| failed(error, py))?;
        }
        let at = array.device();
        if waits && !at.device_type.is_host() {
            lock::detach(py, || foreign::synchronize(at)).map_err(|error| failed(error, py))?;
        }
        let is_versioned = match self.max_version {
            Some(version) => match version.cast::<PyTuple>() {
                Ok(version) => version.get_borrowed_item(0)?.extract::<i64>()? >= 1,
                Err(_) => version.get_item(0)?.ge(1)?,
            },
            None => false,
        };
        foreign::capsule(py, array, is_versioned, is_copied)
    }

    /// Whether the consumer's stream is that of this thread, whose work is in order.
    fn is_in_order(&self, device: Device) -> PyResult<bool> {
        /// The number of the default stream.
        const DEFAULT: usize = 1;
        let Some(stream) = self.stream.filter(|_| device.device_type == DeviceType::CUDA) else {
            return Ok(false);
        };
        let stream: usize = stream.extract()?;
        let own = streams::of_this_thread(device).0.addr();
        Ok(stream == if own == 0 { DEFAULT } else { own })
    }

    /// Whether the export must wait for pending work before the consumer's stream continues.
    fn has_to_wait(&self, device: Device) -> PyResult<bool> {
        let Some(given) = self.stream else { return Ok(true) };
        if !given.is_instance_of::<PyInt>() || given.is_instance_of::<PyBool>() {
            let found = given.repr()?;
            return Err(PyTypeError::new_err(format!("expected a stream number or None, found {found}")));
        }
        let number: i64 = given.extract()?;
        if device.device_type == DeviceType::CPU && number != -1 {
            let message = format!("the host has no streams: expected None or -1, found {number}");
            return Err(PyBufferError::new_err(message));
        }
        let error = if number == 0 && matches!(device.device_type.0, 2 | 13) {
            "stream 0 is ambiguous: pass 1, 2, None or -1".to_owned()
        } else if number < -1 {
            format!("expected a stream number, None or -1, found {number}")
        } else {
            return Ok(number != -1);
        };
        Err(PyValueError::new_err(error))
    }
}
