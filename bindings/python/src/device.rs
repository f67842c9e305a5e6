//! The Python class of devices.

use std::ops::Range;

use objet::tensor::{Device, DeviceType};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::conversion_error::{article, class_name};

/// A device: its type, with DLPack's number, and its index among the devices of the type.
#[pyclass(frozen, eq, hash, name = "Device", module = "objet")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyDevice {
    /// The number of the type.
    #[pyo3(get)]
    device_type: i32,
    /// The index among the devices of the type.
    #[pyo3(get)]
    device_id: i32,
}

impl PyDevice {
    /// Makes the Python object of a device.
    pub(crate) fn of(py: Python<'_>, device: Device) -> PyResult<Bound<'_, PyAny>> {
        let Device { device_type: DeviceType(device_type), device_id } = device;
        Ok(Bound::new(py, Self { device_type, device_id })?.into_any())
    }

    pub(crate) fn device(&self) -> Device {
        Device::new(DeviceType(self.device_type), self.device_id)
    }

    /// Returns the device with a name, such as `cpu` or `cuda:1`.
    fn of_name(name: &str) -> PyResult<Device> {
        let (device_type, index) = name.split_once(':').unwrap_or((name, "0"));
        let Ok(index) = index.parse() else {
            let message = format!("expected a device such as \"cpu\" or \"cuda:1\", found {name:?}");
            return Err(PyValueError::new_err(message));
        };
        Ok(Device::new(DeviceType(type_of_name(device_type)?), known_index(index)?))
    }
}

/// Returns the device of a Python object: a `Device`, or its name.
pub(crate) fn device(object: &Bound<'_, PyAny>) -> PyResult<Device> {
    if let Ok(device) = object.cast::<PyDevice>() {
        return Ok(device.get().device());
    }
    match object.cast::<PyString>() {
        Ok(name) => PyDevice::of_name(name.to_str()?),
        Err(_) => Err(PyTypeError::new_err(format!(
            "expected a device such as `objet.cuda(1)` or its name \"cuda:1\", found {}",
            article(&class_name(object))
        ))),
    }
}

/// Returns the device for a `Device` or its name.
#[pyfunction]
pub(crate) fn device_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    PyDevice::of(given.py(), device(given)?)
}

/// The valid numbers of device types, including user-defined types.
const TYPES: Range<i32> = 1..32;

fn known_type(number: i32) -> PyResult<i32> {
    let is_remote = DeviceType(number).rpc_session().is_some();
    if TYPES.contains(&if is_remote { number % 128 } else { number }) {
        return Ok(number);
    }
    let Range { start, end } = TYPES;
    let expected = format!("expected a device type from {start} to {}", end - 1);
    Err(PyValueError::new_err(format!("{expected}, or a remote device type, found {number}")))
}

/// Returns the number of a device type, from its number or its name.
fn number_of(device_type: &Bound<'_, PyAny>) -> PyResult<i32> {
    match device_type.cast::<PyString>() {
        Ok(name) => type_of_name(name.to_str()?),
        Err(_) => known_type(device_type.extract()?),
    }
}

/// Checks the index of a device.
fn known_index(device_id: i32) -> PyResult<i32> {
    if device_id < 0 {
        let message = format!("expected a device index of 0 or more, found {device_id}");
        return Err(PyValueError::new_err(message));
    }
    Ok(device_id)
}

/// An index of a device, which may be negative.
struct Index(i32);

impl<'py> FromPyObject<'_, 'py> for Index {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(object.py()) {
                return error;
            }
            let found = object.to_owned();
            PyValueError::new_err(format!("expected a device index from 0 to {}, found {found}", i32::MAX))
        })
    }
}

fn type_of_name(name: &str) -> PyResult<i32> {
    let names = TYPES.filter_map(|number| Some((number, DeviceType(number).name()?)));
    match names.clone().find(|(_, known)| *known == name) {
        Some((number, _)) => Ok(number),
        None => {
            let all: Vec<_> = names.map(|(_, known)| known).collect();
            let all = all.join(", ");
            Err(PyValueError::new_err(format!("unknown device type {name:?}: expected one of {all}")))
        }
    }
}

#[pymethods]
impl PyDevice {
    /// Makes a device from the number or the name of its type, for example `cpu` or `cuda`.
    #[new]
    #[pyo3(signature = (device_type, device_id=Index(0)), text_signature = "(device_type, device_id=0)")]
    fn new(device_type: &Bound<'_, PyAny>, device_id: Index) -> PyResult<Self> {
        Ok(Self { device_type: number_of(device_type)?, device_id: known_index(device_id.0)? })
    }

    /// Returns the class and the arguments from which pickling and copying make the device again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (i32, i32)) {
        (slf.get_type().into_any(), (slf.get().device_type, slf.get().device_id))
    }

    fn __repr__(&self) -> String {
        let device_type = DeviceType(self.device_type);
        let session = device_type.rpc_session().map(|session| format!("remote[{session}]:"));
        let name = device_type.name().map(ToString::to_string);
        let name = name.unwrap_or_else(|| (self.device_type % 128).to_string());
        format!("{}{name}({})", session.unwrap_or_default(), self.device_id)
    }
}
