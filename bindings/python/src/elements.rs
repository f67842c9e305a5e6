//! Tensors as Python makes, describes, views and fills them.

use objet::{DataType, Device, NDArray, NDArrayError, NDArrayExt, NDArrayNode, RuntimeError, Span};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::foreign::Own;
use crate::number::Extents;
use crate::tensor::{failed, tensor};
use crate::value;

fn data_type(py: Python<'_>, name: &str) -> PyResult<DataType> {
    name.parse().map_err(|error: objet::ParseDataTypeError| failed(error, py))
}

/// The name of a type of elements, as [`DataType`] writes it.
#[pyfunction]
pub(crate) fn data_type_name(py: Python<'_>, name: &str) -> PyResult<String> {
    Ok(data_type(py, name)?.to_string())
}

/// A copy on a device, its elements one after the other.
pub(crate) fn on_device(array: &NDArray, device: Device) -> Result<NDArray, RuntimeError> {
    match array.device().device_type.is_host() {
        true => array.compact()?.copy_to(device),
        false => array.copy_to(device),
    }
}

/// A new tensor of the host on a device.
fn placed(py: Python<'_>, array: NDArray, device: Device) -> PyResult<Bound<'_, PyAny>> {
    let array = if device == Device::cpu(0) {
        array
    } else {
        array.copy_to(device).map_err(|error| failed(error, py))?
    };
    value::to_python(py, array.into())
}

/// A tensor on a device, with these bytes for its elements in row-major order.
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

/// A tensor on a device, of zeros if that is the host.
#[pyfunction]
pub(crate) fn tensor_empty<'py>(
    py: Python<'py>,
    shape: Extents,
    dtype: &str,
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (dtype, device) = (data_type(py, dtype)?, value::device(device)?);
    let array = NDArray::empty(&shape.0, dtype, device).map_err(|error| failed(error, py))?;
    value::to_python(py, array.into())
}

/// Returns the shape of a tensor, its strides or `None`, its type and its device.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a tuple for Python")]
pub(crate) fn tensor_about<'py>(
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

/// A copy of a tensor on a device, its elements one after the other.
#[pyfunction]
pub(crate) fn tensor_copy_to<'py>(
    object: &Bound<'py, PyAny>,
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let (array, device) = (tensor(object)?, value::device(device)?);
    let copied = py.detach(|| on_device(&array, device));
    value::to_python(py, copied.map_err(|error| failed(error, py))?.into())
}

/// The same elements, where they are, in another shape.
#[pyfunction]
pub(crate) fn tensor_reshape<'py>(object: &Bound<'py, PyAny>, shape: Extents) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let view = tensor(object)?.reshape(&shape.0).map_err(|error| failed(error, py))?;
    value::to_python(py, view.into())
}

/// Returns a view of the elements at some of the indices. For each of the first dimensions there is
/// the first index, and for several elements the step and their number.
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

/// A tensor as TVM writes it to files.
#[pyfunction]
pub(crate) fn tensor_saved<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = object.py();
    let array = tensor(object)?;
    let saved = py.detach(|| {
        let mut bytes = Vec::new();
        array.to_host()?.save(&mut bytes).map(|()| bytes).map_err(RuntimeError::from)
    });
    Ok(PyBytes::new(py, &saved.map_err(|error| failed(error, py))?))
}

/// A tensor of such bytes, on a device.
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

/// Copies the elements of a tensor into another one of as many bytes.
#[pyfunction]
pub(crate) fn tensor_copy_from(target: &Bound<'_, PyAny>, source: &Bound<'_, PyAny>) -> PyResult<()> {
    let to = Own::of(target, source)?;
    to.copy_from(tensor(source)?).map_err(|error| failed(error, target.py()))
}

/// Returns the address of the first element of a tensor on the host, for a reader that keeps the
/// tensor meanwhile.
#[pyfunction]
pub(crate) fn tensor_address(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    let array = tensor(object)?;
    first_element(&array).map_err(|error| failed(error, object.py()))
}

/// Returns the same address for a writer: see [`Own`].
#[pyfunction]
pub(crate) fn tensor_address_for_writing(
    object: &Bound<'_, PyAny>,
    beside: &Bound<'_, PyAny>,
) -> PyResult<usize> {
    first_element(Own::of(object, beside)?.array()).map_err(|error| failed(error, object.py()))
}

fn first_element(array: &NDArrayNode) -> Result<usize, NDArrayError> {
    if !array.device().device_type.is_host() {
        return Err(NDArrayError::NotOnHost { found: array.device() });
    }
    let tensor = array.dl_tensor();
    Ok(tensor.data.addr().wrapping_add(tensor.byte_offset as usize))
}
