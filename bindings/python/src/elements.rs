//! Functions that make, describe, view and fill tensors, for the Python part of the package.

use objet::function::RuntimeError;
use objet::tensor::{Device, NDArrayError, NDArrayExt, NDArrayNode, Span};
use objet::{DataType, NDArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::foreign::WritableTensor;
use crate::number::Extents;
use crate::tensor::{failed, tensor};
use crate::{lock, value};

/// Returns the element type with a name.
pub(crate) fn data_type(py: Python<'_>, name: &str) -> PyResult<DataType> {
    name.parse().map_err(|error: objet::tensor::ParseDataTypeError| failed(error, py))
}

/// Returns the canonical name of an element type.
#[pyfunction]
pub(crate) fn data_type_name(py: Python<'_>, name: &str) -> PyResult<String> {
    Ok(data_type(py, name)?.to_string())
}

/// Copies a tensor to a device in row-major order.
pub(crate) fn on_device(array: &NDArray, device: Device) -> Result<NDArray, RuntimeError> {
    match array.device().device_type.is_host() {
        true => array.compact()?.copy_to(device),
        false => array.copy_to(device),
    }
}

/// Moves a new host tensor to a device.
fn placed(py: Python<'_>, array: NDArray, device: Device) -> PyResult<Bound<'_, PyAny>> {
    let array = if device == Device::cpu(0) {
        array
    } else {
        lock::detach(py, || array.copy_to(device)).map_err(|error| failed(error, py))?
    };
    value::to_python(py, array.into())
}

/// Makes a tensor on a device from the bytes of its elements in row-major order.
#[pyfunction]
pub(crate) fn tensor_from_bytes<'py>(
    py: Python<'py>,
    shape: Extents,
    dtype: &str,
    bytes: &[u8],
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (dtype, device) = (data_type(py, dtype)?, value::device(device)?);
    let array = NDArray::from_bytes(&shape.0, dtype, bytes).map_err(|error| failed(error, py))?;
    placed(py, array, device)
}

/// Allocates a tensor on a device. The elements are zero on the host and unspecified elsewhere.
#[pyfunction]
pub(crate) fn tensor_empty<'py>(
    py: Python<'py>,
    shape: Extents,
    dtype: &str,
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (dtype, device) = (data_type(py, dtype)?, value::device(device)?);
    let array = lock::detach(py, || NDArray::empty(&shape.0, dtype, device));
    let array = array.map_err(|error| failed(error, py))?;
    value::to_python(py, array.into())
}

/// Returns the shape of a tensor, its strides or `None`, its element type and its device.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a tuple for Python")]
pub(crate) fn tensor_info<'py>(
    object: &Bound<'py, PyAny>,
) -> PyResult<(Vec<i64>, Option<Vec<i64>>, String, Bound<'py, PyAny>)> {
    let array = tensor(object)?;
    let device = value::to_python(object.py(), array.device().into())?;
    Ok((array.shape().to_vec(), array.strides().map(<[i64]>::to_vec), array.dtype().to_string(), device))
}

/// Whether the elements are read-only.
#[pyfunction]
pub(crate) fn tensor_is_read_only(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(tensor(object)?.is_read_only())
}

/// Copies a tensor to a device in row-major order.
#[pyfunction]
pub(crate) fn tensor_copy_to<'py>(
    object: &Bound<'py, PyAny>,
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let (array, device) = (tensor(object)?, value::device(device)?);
    let copied = lock::detach(py, || on_device(&array, device));
    value::to_python(py, copied.map_err(|error| failed(error, py))?.into())
}

/// Returns a view of the elements in another shape.
#[pyfunction]
pub(crate) fn tensor_reshape<'py>(object: &Bound<'py, PyAny>, shape: Extents) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let view = tensor(object)?.reshape(&shape.0).map_err(|error| failed(error, py))?;
    value::to_python(py, view.into())
}

/// Returns a view of some of the elements. Each span selects indices of one of the first
/// dimensions: the first index and, for a slice, the step and the count.
#[pyfunction]
pub(crate) fn tensor_part<'py>(
    object: &Bound<'py, PyAny>,
    spans: Vec<(i64, Option<(i64, i64)>)>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let span = |(start, several)| match several {
        None => Span::At(start),
        Some((step, count)) => Span::Every { start, step, count },
    };
    let spans: Vec<_> = spans.into_iter().map(span).collect();
    value::to_python(py, tensor(object)?.part(&spans).map_err(|error| failed(error, py))?.into())
}

/// Saves a tensor in the format of TVM.
#[pyfunction]
pub(crate) fn tensor_saved<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = object.py();
    let array = tensor(object)?;
    let saved = lock::detach(py, || {
        let mut bytes = Vec::new();
        array.to_host()?.save(&mut bytes).map(|()| bytes).map_err(RuntimeError::from)
    });
    Ok(PyBytes::new(py, &saved.map_err(|error| failed(error, py))?))
}

/// Loads a tensor from bytes in the format of TVM and copies it to a device.
#[pyfunction]
pub(crate) fn tensor_loaded<'py>(
    py: Python<'py>,
    bytes: &[u8],
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let device = value::device(device)?;
    let array = NDArray::load(bytes).map_err(|error| failed(error, py))?;
    placed(py, array, device)
}

/// Returns the elements on the host as a tensor of bytes, in row-major order. Shares elements that
/// are already stored in this way.
#[pyfunction]
pub(crate) fn tensor_as_bytes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let array = tensor(object)?;
    let bytes = lock::detach(py, || {
        let host = array.to_host()?.compact()?;
        host.view(&[host.byte_size() as i64], DataType::uint(8)).map_err(RuntimeError::from)
    });
    value::to_python(py, bytes.map_err(|error| failed(error, py))?.into())
}

/// Makes a tensor of the elements in a host tensor of bytes. Shares the bytes if they are aligned
/// and the device is the host.
#[pyfunction]
pub(crate) fn tensor_in_bytes<'py>(
    bytes: &Bound<'py, PyAny>,
    shape: Extents,
    dtype: &str,
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = bytes.py();
    let (bytes, dtype, device) = (tensor(bytes)?, data_type(py, dtype)?, value::device(device)?);
    let raised = |error| failed(error, py);
    let alignment = dtype.bytes().next_power_of_two().min(16);
    if device != Device::cpu(0) || !first_element(&bytes).map_err(raised)?.is_multiple_of(alignment) {
        let array = bytes.as_bytes().and_then(|bytes| NDArray::from_bytes(&shape.0, dtype, bytes));
        return placed(py, array.map_err(raised)?, device);
    }
    let view = bytes.view(&shape.0, dtype).map_err(raised)?;
    if view.byte_size() != bytes.byte_size() {
        let found = format!("{} bytes for shape {:?} of {dtype}", bytes.byte_size(), shape.0);
        return Err(PyValueError::new_err(format!("expected {} bytes, found {found}", view.byte_size())));
    }
    value::to_python(py, view.into())
}

/// Copies the elements of a tensor into another tensor of the same byte size.
#[pyfunction]
pub(crate) fn tensor_copy_from(target: &Bound<'_, PyAny>, source: &Bound<'_, PyAny>) -> PyResult<()> {
    let to = WritableTensor::of(target, source)?;
    let from = tensor(source)?;
    lock::detach(target.py(), || to.copy_from(from)).map_err(|error| failed(error, target.py()))
}

/// Returns the address of the first element of a tensor on the host. The caller keeps the tensor
/// alive while it reads.
#[pyfunction]
pub(crate) fn tensor_address(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    let array = tensor(object)?;
    first_element(&array).map_err(|error| failed(error, object.py()))
}

/// Returns the address of the first element for a writer. See [`WritableTensor`].
#[pyfunction]
pub(crate) fn tensor_address_for_writing(
    object: &Bound<'_, PyAny>,
    beside: &Bound<'_, PyAny>,
) -> PyResult<usize> {
    first_element(WritableTensor::of(object, beside)?.array()).map_err(|error| failed(error, object.py()))
}

fn first_element(array: &NDArrayNode) -> Result<usize, NDArrayError> {
    if !array.device().device_type.is_host() {
        return Err(NDArrayError::NotOnHost { found: array.device() });
    }
    let tensor = array.dl_tensor();
    Ok(tensor.data.addr().wrapping_add(tensor.byte_offset as usize))
}
