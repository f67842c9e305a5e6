//! Addresses from other libraries: tensors and process states in capsules, and unsafe functions and
//! tensor elements for which a Python program is responsible.
//!
//! Invariants:
//! - A capsule named `dltensor` or `dltensor_versioned` holds a struct of that kind. The first
//!   consumer of the struct renames the capsule. Until the deleter is called, the elements may be
//!   read. Compiled code may also write to the elements, unless the struct marks them as read-only.
//! - A capsule with the name from [`state_name`] holds the state of a library, which is never
//!   freed. Two libraries have the same name only if they were built from the same sources of
//!   Objet, with the same versions of its dependencies, by the same compiler with the same options.
//!   The build script hashes the sources and queries the compiler and Cargo. The compiler derives
//!   each `TypeId` from what Cargo passes about a crate and its dependencies. Both libraries use
//!   the system allocator (see the root of the crate).
//! - Python has no safe subset, because `ctypes` dereferences addresses. Therefore a Python program
//!   is responsible for the unsafe functions that it calls.
//! - Python code writes only to a tensor that it owns as [`WritableTensor`]: native code has no
//!   reference to the tensor, and the memory is writable. Calls on other threads may have borrowed
//!   the tensor from Python. Python code must synchronize these calls with its writes, as for NumPy
//!   arrays.

#![expect(unsafe_code, reason = "other libraries pass addresses")]

use std::any::TypeId;
use std::ffi::{CStr, CString};
use std::ptr::NonNull;

use objet::device::{Devices, TimeEvaluator};
use objet::device::{Stream, copy_dl_tensor};
use objet::fields::Reflection;
use objet::function::RuntimeError;
use objet::process::{self, ProcessState};
use objet::tensor::{
    DLManagedTensor, DLManagedTensorVersioned, DLTensor, Device, NDArrayError, NDArrayExt, NDArrayNode,
};
use objet::{DataType, IsObjectRef, NDArray, Object, PackedFunc, Registry, profiling};
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::elements::on_device;
use crate::instance;
use crate::tensor::failed;

const PLAIN: &CStr = c"dltensor";
const VERSIONED: &CStr = c"dltensor_versioned";

/// Takes the tensor out of a capsule. Returns `None` if the capsule holds no tensor. A struct
/// without a version states nothing about writes: `is_read_only` decides for it. `dtype` replaces
/// the data type of the struct.
///
/// # Panics
/// If elements of the type `dtype` have another size.
pub(crate) fn take_tensor(
    capsule: &Bound<'_, PyCapsule>,
    is_read_only: bool,
    dtype: Option<DataType>,
) -> Option<Result<NDArray, NDArrayError>> {
    // SAFETY: the name lives until it is replaced below.
    let own = unsafe { capsule.name().ok()??.as_cstr() };
    // The new name stops the capsule from freeing the struct. A name mismatch sets no exception.
    let taken = |name: &CStr, used: &'static CStr| {
        let managed = (own == name).then(|| capsule.pointer_checked(Some(name)).ok())??;
        // SAFETY: the object is a capsule, and the name is static.
        (unsafe { ffi::PyCapsule_SetName(capsule.as_ptr(), used.as_ptr()) } == 0).then_some(managed)
    };
    let versioned = || {
        let mut managed = taken(VERSIONED, c"used_dltensor_versioned")?.cast::<DLManagedTensorVersioned>();
        // SAFETY: the file's first invariant. The struct has this layout if its major version is 1.
        Some(unsafe {
            if (&raw const (*managed.as_ptr()).version).read().major == 1 {
                set_data_type(&mut managed.as_mut().dl_tensor, dtype);
            }
            NDArray::from_dl_managed_versioned(managed)
        })
    };
    let plain = || {
        let mut managed = taken(PLAIN, c"used_dltensor")?.cast::<DLManagedTensor>();
        // SAFETY: the file's first invariant.
        Some(unsafe {
            set_data_type(&mut managed.as_mut().dl_tensor, dtype);
            if is_read_only {
                NDArray::from_read_only_dl_managed(managed)
            } else {
                NDArray::from_dl_managed(managed)
            }
        })
    };
    // Libraries that know versions make the one struct, and others make the other one.
    if is_read_only { versioned().or_else(plain) } else { plain().or_else(versioned) }
}

fn set_data_type(tensor: &mut DLTensor, dtype: Option<DataType>) {
    if let Some(dtype) = dtype {
        assert_eq!(dtype.bytes(), tensor.dtype.bytes(), "{dtype} replaces {}", tensor.dtype);
        tensor.dtype = dtype;
    }
}

/// Makes a capsule with a tensor, in a struct with or without a version. A struct with a version
/// states whether the elements were copied for it.
pub(crate) fn capsule(
    py: Python<'_>,
    array: NDArray,
    versioned: bool,
    is_copied: bool,
) -> PyResult<Bound<'_, PyCapsule>> {
    let (managed, name) = if versioned {
        let mut managed = array.into_dl_managed_versioned();
        if is_copied {
            // SAFETY: the struct is new, and not shared yet.
            unsafe { managed.as_mut() }.flags |= DLManagedTensorVersioned::IS_COPIED;
        }
        (managed.cast(), VERSIONED)
    } else {
        let message = "a read-only tensor is exported only in a struct with a version: pass max_version";
        let mut managed = array.into_dl_managed().map_err(|_| PyBufferError::new_err(message))?;
        // SAFETY: the struct is new, and not shared yet.
        let tensor = &mut unsafe { managed.as_mut() }.dl_tensor;
        if tensor.dtype == DataType::BOOL {
            tensor.dtype = DataType::DLPACK_BOOL;
        }
        (managed.cast(), PLAIN)
    };
    // SAFETY: the file's first invariant. The capsule owns the struct, and its destructor frees the
    // struct unless a consumer took it.
    unsafe { PyCapsule::new_with_pointer_and_destructor(py, managed, name, Some(free)) }
}

/// Frees the tensor of a capsule, unless a consumer took it.
unsafe extern "C" fn free(capsule: *mut ffi::PyObject) {
    // SAFETY: Python passes the capsule that is being freed.
    let capsule = unsafe { Borrowed::from_ptr(Python::assume_attached(), capsule).cast_unchecked() };
    drop(take_tensor(&capsule, true, None));
}

/// Waits for this thread's work on a device, and for the default stream.
pub(crate) fn synchronize(device: Device) -> Result<(), RuntimeError> {
    let api = Devices::api(device.device_type)?;
    // SAFETY: every device has the default stream.
    unsafe { api.synchronize(device.device_id, Stream::DEFAULT) }
}

/// A tensor that Python code may write to.
pub(crate) struct WritableTensor<'a>(&'a NDArrayNode);

impl<'a> WritableTensor<'a> {
    /// Returns the tensor of a Python object for writing. No native object and no other view may
    /// refer to the tensor. A view also requires that its whole tensor is referred to only by the
    /// view and by a Python object. `beside` is read next, and may be a view of the same tensor.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>, beside: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let native =
            instance::native(object).and_then(|native| Some((native, native.as_node::<NDArrayNode>()?)));
        let Some((native, array)) = native else {
            return Err(PyTypeError::new_err("the object is not an objet.NDArray"));
        };
        if array.is_read_only() {
            return Err(failed(NDArrayError::ReadOnly, py));
        }
        let beside = instance::native(beside);
        let beside = beside.filter(|beside| beside.strong_count() == 1 && !beside.same_as(native));
        let part = beside.and_then(|beside| beside.as_node::<NDArrayNode>()?.viewed());
        let is_alone = |tensor: &Object, expected: usize| {
            let parts = usize::from(part.is_some_and(|seen| std::ptr::eq::<Object>(&***seen, tensor)));
            tensor.strong_count() == expected + parts && tensor.weak_count() == 0
        };
        let is_own = match array.viewed() {
            None => is_alone(native, 1),
            // The Python object of the whole tensor may also hold a reference.
            Some(seen) => {
                native.strong_count() == 1
                    && native.weak_count() == 0
                    && is_alone(seen, 1 + usize::from(instance::lookup(py, seen).is_some()))
            }
        };
        if is_own { Ok(Self(array)) } else { Err(failed(NDArrayError::Shared, py)) }
    }

    pub(crate) fn array(&self) -> &'a NDArrayNode {
        self.0
    }

    /// Copies the elements of a tensor of the same byte size into this tensor.
    pub(crate) fn copy_from(&self, from: NDArray) -> Result<(), RuntimeError> {
        let to = self.0;
        let from = if from.device().device_type.is_host() { from.compact()? } else { from };
        let same = from.device().device_type == to.device().device_type;
        let from = if same || to.device().device_type.is_host() { from } else { from.to_host()? };
        let from = if overlap(&from, to) { on_device(&from, from.device())? } else { from };
        // SAFETY: the file's last invariant. The elements of the two tensors do not overlap.
        unsafe { copy_dl_tensor(from.dl_tensor(), to.dl_tensor(), Stream::DEFAULT)? };
        let devices = [from.device(), to.device()];
        devices.into_iter().filter(|device| !device.device_type.is_host()).try_for_each(synchronize)
    }
}

/// Whether the elements of two contiguous tensors may overlap.
fn overlap(one: &NDArrayNode, other: &NDArrayNode) -> bool {
    let bytes = |tensor: &NDArrayNode| {
        let first = tensor.dl_tensor().data.addr().wrapping_add(tensor.dl_tensor().byte_offset as usize);
        first..first.wrapping_add(tensor.byte_size())
    };
    let (one, other) = (bytes(one), bytes(other));
    one.start < other.end && other.start < one.end
}

/// Returns the name of a state capsule. Only libraries with the same build have the same name.
fn state_name() -> CString {
    let types = [
        TypeId::of::<ProcessState>(),
        TypeId::of::<Reflection>(),
        TypeId::of::<Registry>(),
        TypeId::of::<TimeEvaluator>(),
        TypeId::of::<profiling::Profiler>(),
    ];
    let name = format!("{}; {types:x?}", env!("OBJET_BUILT"));
    CString::new(name.replace('\0', "")).unwrap_or_default()
}

/// Makes a capsule with the state of this library.
pub(crate) fn state_capsule(py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
    let name: &'static CStr = Box::leak(state_name().into_boxed_c_str());
    // SAFETY: the state is never freed.
    unsafe { PyCapsule::new_with_pointer(py, NonNull::from(process::current()).cast(), name) }
}

/// Returns the state in a capsule, or both names if the builds differ.
pub(crate) fn state(capsule: &Bound<'_, PyCapsule>) -> PyResult<Result<&'static ProcessState, String>> {
    let expected = state_name();
    if !capsule.is_valid_checked(Some(&expected)) {
        // SAFETY: the name of a capsule lives as long as the capsule.
        let found = capsule.name()?.map(|name| unsafe { name.as_cstr() });
        return Ok(Err(format!("{expected:?} and {:?}", found.unwrap_or_default())));
    }
    let state = capsule.pointer_checked(Some(&expected))?;
    // SAFETY: the file's second invariant: a capsule with this name holds such a state.
    Ok(Ok(unsafe { state.cast().as_ref() }))
}

/// Replaces the state of this library by the state of a library with the same build. Returns
/// `false` if this library has already used its own state.
pub(crate) fn adopt(state: &'static ProcessState) -> bool {
    // SAFETY: by the file's second invariant, both libraries have the same build. Python never
    // unloads an extension module. Other Python threads wait for this one. If code of this library
    // had used Objet before, the library would already have a state. Nodes in both libraries come
    // from crates with the same build.
    unsafe { process::adopt(state) }
}

/// Returns a global function, including unsafe functions, which trust their arguments.
pub(crate) fn find_function(name: &str) -> Option<PackedFunc> {
    // SAFETY: the file's third invariant.
    unsafe { Registry::find_unchecked(name) }
}
