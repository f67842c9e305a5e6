//! Tensors in and out of Python by DLPack.
//!
//! Invariant: a capsule that is called `dltensor` or `dltensor_versioned` holds a struct of that kind which nobody has taken. Who takes
//! it calls the capsule by another name. A producer says by handing it out that the elements may be read until its deleter is called.

#![expect(unsafe_code, reason = "tensors cross in capsules")]

use std::ffi::CStr;
use std::ptr::{NonNull, null_mut};

use objet::{
    DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DataType, Device, IsObjectRef, NDArray,
    NDArrayExt,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::lock::Held;
use crate::{error, instance, value};

const PLAIN: &CStr = c"dltensor";
const VERSIONED: &CStr = c"dltensor_versioned";

/// The tensor that Python gives.
fn tensor(object: &Bound<'_, PyAny>) -> PyResult<NDArray> {
    let native = instance::native(object).cloned();
    native
        .and_then(|native| native.downcast::<NDArray>().ok())
        .ok_or_else(|| PyTypeError::new_err("this is no objet.NDArray"))
}

fn failed(error: impl Into<objet::RuntimeError>, py: Python<'_>) -> PyErr {
    error::to_python(py, error.into())
}

/// A tensor of another library, where it is.
#[pyfunction]
#[pyo3(name = "from_dlpack")]
pub(crate) fn import<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    value::to_python(object.py(), from_dlpack(object)?.into())
}

/// A tensor of another library, where it is.
pub(crate) fn from_dlpack(object: &Bound<'_, PyAny>) -> PyResult<NDArray> {
    let py = object.py();
    let method = object.getattr("__dlpack__")?;
    let options = PyDict::new(py);
    options.set_item("max_version", (1, 1))?;
    let capsule = match method.call((), Some(&options)) {
        Err(error) if error.is_instance_of::<PyTypeError>(py) => method.call0()?,
        other => other?,
    };
    let pointer = capsule.as_ptr();
    // SAFETY: see the file's invariant. The name is changed before the struct is taken, so that the capsule does not free it.
    unsafe {
        let taken = |name: &CStr, used: &'static CStr| {
            if ffi::PyCapsule_IsValid(pointer, name.as_ptr()) == 0 {
                return None;
            }
            let managed = NonNull::new(ffi::PyCapsule_GetPointer(pointer, name.as_ptr()))?;
            (ffi::PyCapsule_SetName(pointer, used.as_ptr()) == 0).then_some(managed)
        };
        let imported = if let Some(managed) = taken(VERSIONED, c"used_dltensor_versioned") {
            NDArray::from_dl_managed_versioned(counted_versioned(managed.cast()))
        } else if let Some(managed) = taken(PLAIN, c"used_dltensor") {
            NDArray::from_dl_managed(counted(managed.cast()))
        } else {
            return Err(PyValueError::new_err("__dlpack__ gave no capsule with a tensor in it"));
        };
        imported.map_err(|error| failed(error, py))
    }
}

/// A struct of another library's, which counts as something of Python's that native code has: to give it back may take the
/// interpreter's lock.
struct Counted<M> {
    managed: M,
    original: NonNull<M>,
    // Ends last.
    _held: Held<()>,
}

impl<M> Counted<M> {
    fn leak(managed: M, original: NonNull<M>) -> NonNull<Self> {
        NonNull::from(Box::leak(Box::new(Self { managed, original, _held: Held::new(()) })))
    }
}

/// # Safety
/// The struct is valid, and the caller gives it away.
unsafe fn counted(original: NonNull<DLManagedTensor>) -> NonNull<DLManagedTensor> {
    unsafe extern "C" fn free(managed: *mut DLManagedTensor) {
        // SAFETY: `counted` made the struct, whose owner calls this once; the original is given back once, here.
        unsafe {
            let counted = Box::from_raw((*managed).manager_ctx.cast::<Counted<DLManagedTensor>>());
            if let Some(deleter) = counted.original.as_ref().deleter {
                deleter(counted.original.as_ptr());
            }
        }
    }
    // SAFETY: as the caller promised; the box was leaked just now.
    unsafe {
        let dl_tensor = original.as_ref().dl_tensor;
        let managed = DLManagedTensor { dl_tensor, manager_ctx: null_mut(), deleter: Some(free) };
        let counted = Counted::leak(managed, original).as_ptr();
        (*counted).managed.manager_ctx = counted.cast();
        NonNull::from(&mut (*counted).managed)
    }
}

/// # Safety
/// The struct is valid, whatever its version, and the caller gives it away.
unsafe fn counted_versioned(
    original: NonNull<DLManagedTensorVersioned>,
) -> NonNull<DLManagedTensorVersioned> {
    unsafe extern "C" fn free(managed: *mut DLManagedTensorVersioned) {
        // SAFETY: as in `counted`.
        unsafe {
            let counted = Box::from_raw((*managed).manager_ctx.cast::<Counted<DLManagedTensorVersioned>>());
            if let Some(deleter) = counted.original.as_ref().deleter {
                deleter(counted.original.as_ptr());
            }
        }
    }
    // SAFETY: as the caller promised: of another major version, only the version is read here. The box was leaked just now.
    unsafe {
        let version = (&raw const (*original.as_ptr()).version).read();
        if version.major != DLPackVersion::CURRENT.major {
            return original;
        }
        let DLManagedTensorVersioned { flags, dl_tensor, .. } = *original.as_ref();
        let managed = DLManagedTensorVersioned {
            version,
            manager_ctx: null_mut(),
            deleter: Some(free),
            flags,
            dl_tensor,
        };
        let counted = Counted::leak(managed, original).as_ptr();
        (*counted).managed.manager_ctx = counted.cast();
        NonNull::from(&mut (*counted).managed)
    }
}

/// A capsule with a tensor, of the kind with a version if that is asked for.
#[pyfunction]
pub(crate) fn to_dlpack<'py>(object: &Bound<'py, PyAny>, versioned: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let array = tensor(object)?;
    // SAFETY: see the file's invariant: the struct is given to the capsule, whose destructor frees it if nobody took it.
    unsafe {
        let capsule = if versioned {
            let managed = array.into_dl_managed_versioned();
            ffi::PyCapsule_New(managed.as_ptr().cast(), VERSIONED.as_ptr(), Some(free))
        } else {
            let managed = array.into_dl_managed();
            ffi::PyCapsule_New(managed.as_ptr().cast(), PLAIN.as_ptr(), Some(free))
        };
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

/// Frees what nobody took.
///
/// # Safety
/// Python calls it once, with a capsule of [`to_dlpack`].
unsafe extern "C" fn free(capsule: *mut ffi::PyObject) {
    // SAFETY: see the file's invariant.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, VERSIONED.as_ptr()) != 0 {
            let managed: *mut DLManagedTensorVersioned =
                ffi::PyCapsule_GetPointer(capsule, VERSIONED.as_ptr()).cast();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        } else if ffi::PyCapsule_IsValid(capsule, PLAIN.as_ptr()) != 0 {
            let managed: *mut DLManagedTensor = ffi::PyCapsule_GetPointer(capsule, PLAIN.as_ptr()).cast();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        }
    }
}

/// A tensor on a device, with these bytes for its elements in row-major order.
#[pyfunction]
pub(crate) fn tensor_from_bytes<'py>(
    py: Python<'py>,
    shape: Vec<i64>,
    dtype: &str,
    bytes: &[u8],
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let dtype: DataType = dtype.parse().map_err(|error: objet::ParseDataTypeError| failed(error, py))?;
    let array = NDArray::from_bytes(&shape, dtype, bytes).map_err(|error| failed(error, py))?;
    let device = value::device(device)?;
    let array = if device == Device::cpu(0) {
        array
    } else {
        array.copy_to(device).map_err(|error| failed(error, py))?
    };
    value::to_python(py, array.into())
}

/// A tensor on a device, of zeros if that is the host.
#[pyfunction]
pub(crate) fn tensor_empty<'py>(
    py: Python<'py>,
    shape: Vec<i64>,
    dtype: &str,
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let dtype: DataType = dtype.parse().map_err(|error: objet::ParseDataTypeError| failed(error, py))?;
    let array = NDArray::empty(&shape, dtype, value::device(device)?).map_err(|error| failed(error, py))?;
    value::to_python(py, array.into())
}

/// What describes a tensor: its shape, its strides or `None`, its type and its device.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a tuple for Python")]
pub(crate) fn tensor_about<'py>(
    object: &Bound<'py, PyAny>,
) -> PyResult<(Vec<i64>, Option<Vec<i64>>, String, Bound<'py, PyAny>)> {
    let array = tensor(object)?;
    let device = value::to_python(object.py(), array.device().into())?;
    Ok((array.shape().to_vec(), array.strides().map(<[i64]>::to_vec), array.dtype().to_string(), device))
}

/// A copy of a tensor on a device, its elements one after the other.
#[pyfunction]
pub(crate) fn tensor_copy_to<'py>(
    object: &Bound<'py, PyAny>,
    device: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let (array, device) = (tensor(object)?, value::device(device)?);
    let copied = py.detach(|| {
        let array = if array.is_contiguous() { array } else { array.compact()? };
        array.copy_to(device)
    });
    value::to_python(py, copied.map_err(|error| failed(error, py))?.into())
}

/// A tensor of the same bytes with elements of another type that has as many bits.
#[pyfunction]
pub(crate) fn tensor_as<'py>(object: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let dtype: DataType = dtype.parse().map_err(|error: objet::ParseDataTypeError| failed(error, py))?;
    let array = tensor(object)?;
    let view = array.compact().and_then(|array| array.view(array.shape(), dtype));
    value::to_python(py, view.map_err(|error| failed(error, py))?.into())
}
