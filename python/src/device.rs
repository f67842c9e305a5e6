//! Devices in Python.

use objet::{Device, DeviceType};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A device: its type, as DLPack numbers it, and which of its type it is.
#[pyclass(frozen, eq, hash, name = "Device", module = "objet")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyDevice {
    /// The type's number.
    #[pyo3(get)]
    device_type: i32,
    /// Which of its type it is.
    #[pyo3(get)]
    device_id: i32,
}

impl PyDevice {
    /// The device as Python sees it.
    pub(crate) fn of(py: Python<'_>, device: Device) -> PyResult<Bound<'_, PyAny>> {
        let Device { device_type: DeviceType(device_type), device_id } = device;
        Ok(Bound::new(py, Self { device_type, device_id })?.into_any())
    }

    pub(crate) fn device(&self) -> Device {
        Device::new(DeviceType(self.device_type), self.device_id)
    }
}

#[pymethods]
impl PyDevice {
    /// A device by the number or the name of its type, `cpu` or `cuda`.
    #[new]
    #[pyo3(signature = (device_type, device_id=0))]
    fn new(device_type: &Bound<'_, PyAny>, device_id: i32) -> PyResult<Self> {
        if let Ok(device_type) = device_type.extract() {
            return Ok(Self { device_type, device_id });
        }
        let name: String = device_type.extract()?;
        let found = (1..64).find(|number| DeviceType(*number).name() == Some(&name));
        let device_type =
            found.ok_or_else(|| PyValueError::new_err(format!("no device is called {name:?}")))?;
        Ok(Self { device_type, device_id })
    }

    /// What pickling and copying make it of again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (i32, i32)) {
        (slf.get_type().into_any(), (slf.get().device_type, slf.get().device_id))
    }

    fn __repr__(&self) -> String {
        let name = DeviceType(self.device_type).name().map(ToString::to_string);
        format!("{}({})", name.unwrap_or_else(|| self.device_type.to_string()), self.device_id)
    }
}
