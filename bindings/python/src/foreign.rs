//! Addresses from other libraries: tensors and process states in capsules, and the functions and
//! elements that a Python program answers for.
//!
//! Invariants:
//! - A capsule with the name `dltensor` or `dltensor_versioned` holds a struct of that kind. The
//!   first user to take the struct renames the capsule. Until its deleter is called, the elements
//!   may be read; compiled code may also write to them, unless the struct says that they are
//!   read-only.
//! - A capsule with the name that [`state_name`] returns holds the state of a library, which is
//!   never freed. Two libraries have the same name only if they were built from the same sources of
//!   Objet, with the same versions of its dependencies, by the same compiler with the same options.
//!   The build script hashes the sources and queries the compiler and Cargo; the compiler derives
//!   the number of a type from what Cargo passes about a crate and its dependencies. Both use the
//!   system's allocator (see the crate's root).
//! - Python has no safe subset: `ctypes` follows addresses too. So a Python program answers for the
//!   functions that it calls.
//! - Python code writes only to a tensor that is its [`Own`]: Rust has no reference to it, and its
//!   memory may be written to. Calls on other threads may have borrowed it from Python. Python code
//!   must keep these from reading while another one writes, as with the arrays that it lends.

#![expect(unsafe_code, reason = "other libraries hand over addresses")]

use std::any::TypeId;
use std::ffi::{CStr, CString};
use std::ptr::NonNull;

use objet::device::{Stream, copy_dl_tensor};
use objet::process::{self, ProcessState};
use objet::{
    DLManagedTensorVersioned, Device, Devices, IsObjectRef, NDArray, NDArrayError, NDArrayExt, NDArrayNode,
    Object, PackedFunc, Reflection, Registry, RuntimeError, TimeEvaluator, profiling,
};
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::elements::on_device;
use crate::instance;
use crate::tensor::failed;

const PLAIN: &CStr = c"dltensor";
const VERSIONED: &CStr = c"dltensor_versioned";

/// Takes the tensor out of a capsule; `None` if it holds no tensor.
pub(crate) fn take_tensor(capsule: &Bound<'_, PyCapsule>) -> Option<Result<NDArray, NDArrayError>> {
    // The new name keeps the capsule from freeing the struct. A wrong name raises nothing.
    let taken = |name: &CStr, used: &'static CStr| {
        let managed =
            capsule.is_valid_checked(Some(name)).then(|| capsule.pointer_checked(Some(name)).ok())??;
        // SAFETY: it is a capsule, and the name stays for ever.
        (unsafe { ffi::PyCapsule_SetName(capsule.as_ptr(), used.as_ptr()) } == 0).then_some(managed)
    };
    if let Some(managed) = taken(VERSIONED, c"used_dltensor_versioned") {
        // SAFETY: the file's first invariant.
        return Some(unsafe { NDArray::from_dl_managed_versioned(managed.cast()) });
    }
    let managed = taken(PLAIN, c"used_dltensor")?;
    // SAFETY: the file's first invariant.
    Some(unsafe { NDArray::from_dl_managed(managed.cast()) })
}

/// Makes a capsule with a tensor, with or without a version. A struct with a version says whether
/// the elements were copied for it.
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
        let message =
            "a read-only tensor is given only to who asks for a struct with a version (max_version)";
        let managed = array.into_dl_managed().map_err(|_| PyBufferError::new_err(message))?;
        (managed.cast(), PLAIN)
    };
    // SAFETY: the file's first invariant: the struct is given to the capsule, whose destructor
    // frees it unless it was taken.
    unsafe { PyCapsule::new_with_pointer_and_destructor(py, managed, name, Some(free)) }
}

/// Frees the tensor of a capsule, unless it was taken.
unsafe extern "C" fn free(capsule: *mut ffi::PyObject) {
    // SAFETY: Python passes the capsule, while it is being freed.
    let capsule = unsafe { Borrowed::from_ptr(Python::assume_attached(), capsule).cast_unchecked() };
    drop(take_tensor(&capsule));
}

/// Waits for the default queue of a device.
pub(crate) fn synchronize(device: Device) -> Result<(), RuntimeError> {
    let api = Devices::api(device.device_type)?;
    // SAFETY: every device has the default queue.
    unsafe { api.synchronize(device.device_id, Stream::DEFAULT) }
}

/// A tensor that Python code may write to.
pub(crate) struct Own<'a>(&'a NDArrayNode);

impl<'a> Own<'a> {
    /// Returns the tensor of a Python object, if only this object has it, or a part of it. `beside`
    /// may have it as well, which is about to be read.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>, beside: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let native =
            instance::native(object).and_then(|native| Some((native, native.as_node::<NDArrayNode>()?)));
        let Some((native, array)) = native else {
            return Err(PyTypeError::new_err("this is no objet.NDArray"));
        };
        if array.is_read_only() {
            return Err(failed(NDArrayError::ReadOnly, py));
        }
        let beside = instance::native(beside).filter(|beside| beside.strong_count() == 1);
        let part = beside.and_then(|beside| beside.as_node::<NDArrayNode>()?.viewed());
        let is_alone = |tensor: &Object, known: usize| {
            let parts = usize::from(part.is_some_and(|seen| std::ptr::eq::<Object>(&***seen, tensor)));
            tensor.strong_count() == known + parts && tensor.weak_count() == 0
        };
        let is_own = match array.viewed() {
            None => is_alone(native, 1),
            // The Python object of the whole tensor may have that one, too.
            Some(seen) => {
                native.strong_count() == 1
                    && native.weak_count() == 0
                    && is_alone(seen, 1 + usize::from(instance::known(py, seen).is_some()))
            }
        };
        if is_own { Ok(Self(array)) } else { Err(failed(NDArrayError::Shared, py)) }
    }

    pub(crate) fn array(&self) -> &'a NDArrayNode {
        self.0
    }

    /// Copies the elements of a tensor of as many bytes into this one.
    pub(crate) fn copy_from(&self, from: NDArray) -> Result<(), RuntimeError> {
        let to = self.0;
        let from = if from.device().device_type.is_host() { from.compact()? } else { from };
        let same = from.device().device_type == to.device().device_type;
        let from = if same || to.device().device_type.is_host() { from } else { from.to_host()? };
        let from = if overlap(&from, to) { on_device(&from, from.device())? } else { from };
        // SAFETY: the file's last invariant; the elements of two tensors that do not overlap lie
        // apart.
        unsafe { copy_dl_tensor(from.dl_tensor(), to.dl_tensor(), Stream::DEFAULT)? };
        let devices = [from.device(), to.device()];
        devices.into_iter().filter(|device| !device.device_type.is_host()).try_for_each(synchronize)
    }
}

/// Whether two tensors whose elements lie one after the other may have some of them in common.
fn overlap(one: &NDArrayNode, other: &NDArrayNode) -> bool {
    let bytes = |tensor: &NDArrayNode| {
        let first = tensor.dl_tensor().data.addr().wrapping_add(tensor.dl_tensor().byte_offset as usize);
        first..first.wrapping_add(tensor.byte_size())
    };
    let (one, other) = (bytes(one), bytes(other));
    one.start < other.end && other.start < one.end
}

/// Returns the name of a capsule with the state of a library that was built as this one was.
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

/// Returns the state in a capsule; or the names of both builds, if they differ.
pub(crate) fn state(capsule: &Bound<'_, PyCapsule>) -> PyResult<Result<&'static ProcessState, String>> {
    let expected = state_name();
    if !capsule.is_valid_checked(Some(&expected)) {
        // SAFETY: a capsule has its name as long as it lives.
        let found = capsule.name()?.map(|name| unsafe { name.as_cstr() });
        return Ok(Err(format!("{expected:?} and {:?}", found.unwrap_or_default())));
    }
    let state = capsule.pointer_checked(Some(&expected))?;
    // SAFETY: by the file's second invariant, a capsule of this name holds such a state.
    Ok(Ok(unsafe { state.cast().as_ref() }))
}

/// Replaces the state of this library by that of one that was built alike. Returns `false` if this
/// library has used its own already.
pub(crate) fn adopt(state: &'static ProcessState) -> bool {
    // SAFETY: by the file's second invariant, the host was built alike; Python unloads no extension
    // module. Other Python threads wait for this one, and code of this library that has used Objet
    // before would have given it a state. Nodes that both have are of crates that are alike.
    unsafe { process::adopt(state) }
}

/// Returns the function of a global name, also if it trusts its arguments.
pub(crate) fn find_function(name: &str) -> Option<PackedFunc> {
    // SAFETY: the file's third invariant.
    unsafe { Registry::find_any(name) }
}
