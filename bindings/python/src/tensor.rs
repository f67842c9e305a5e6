//! Tensors in and out of Python by DLPack.
//!
//! Invariant: a capsule that is called `dltensor` or `dltensor_versioned` holds a struct of that kind which nobody has taken. Who takes
//! it calls the capsule by another name. A producer says by handing it out that the elements may be read until its deleter is called,
//! and that compiled code may write to them unless it says that they are read-only.

#![expect(unsafe_code, reason = "tensors cross in capsules")]

use std::ffi::CStr;
use std::ptr::{NonNull, null_mut};

use objet::device::Stream;
use objet::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, Devices, IsObjectRef, NDArray};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::elements::on_device;
use crate::lock::Held;
use crate::{error, instance, value};

const PLAIN: &CStr = c"dltensor";
const VERSIONED: &CStr = c"dltensor_versioned";

/// The tensor that Python gives.
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
    // One of ours is lent as what nobody may write to, since Rust may have it too.
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

/// Whether a producer does not know what it is asked: one that goes by an earlier version of the protocol.
fn is_about_arguments(py: Python<'_>, error: &PyErr) -> bool {
    let says = |text: String| text.contains("keyword") || text.contains("max_version");
    error.is_instance_of::<PyTypeError>(py)
        && error.value(py).str().is_ok_and(|text| says(text.to_string_lossy().into()))
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

/// A capsule with a tensor, of the kind with a version if that is asked for; with a copy on a device, if one is named. If `wait`, the
/// work of the default queue of the tensor's device is done when this returns.
///
/// A struct without a version says nothing of who may write: it is not made of a tensor that is read-only. Of others it is, also of one
/// that is shared, since who asks for it knows no other.
#[pyfunction]
pub(crate) fn to_dlpack<'py>(
    object: &Bound<'py, PyAny>,
    versioned: bool,
    copy_on: Option<&Bound<'py, PyAny>>,
    wait: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let mut array = tensor(object)?;
    let device = copy_on.map(value::device).transpose()?;
    if let Some(device) = device {
        let copied = py.detach(|| on_device(&array, device));
        array = copied.map_err(|error| failed(error, py))?;
    }
    let at = array.device();
    if wait && !at.device_type.is_host() {
        let done = py.detach(|| {
            let api = Devices::api(at.device_type)?;
            // SAFETY: every device has the default queue.
            unsafe { api.synchronize(at.device_id, Stream::DEFAULT) }
        });
        done.map_err(|error| failed(error, py))?;
    }
    // SAFETY: see the file's invariant: the struct is given to the capsule, whose destructor frees it if nobody took it. Nobody else
    // has the struct yet.
    unsafe {
        let capsule = if versioned {
            let managed = array.into_dl_managed_versioned().as_ptr();
            if device.is_some() {
                (*managed).flags |= DLManagedTensorVersioned::IS_COPIED;
            }
            ffi::PyCapsule_New(managed.cast(), VERSIONED.as_ptr(), Some(free))
        } else {
            let managed = array.into_dl_managed().map_err(|_| {
                let message =
                    "a read-only tensor is given only to who asks for a struct with a version (max_version)";
                PyBufferError::new_err(message)
            })?;
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
