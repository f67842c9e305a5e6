//! Handle types of the C API.

use std::ffi::c_void;

use objet_object::DLTensor;

/// The extent of a dimension.
#[expect(non_camel_case_types, reason = "the name is TVM's")]
pub type tvm_index_t = i64;

/// A function, as an object handle.
pub type TVMFunctionHandle = *mut c_void;

/// A module, as an object handle.
pub type TVMModuleHandle = *mut c_void;

/// An object: the address of its header.
pub type TVMObjectHandle = *mut c_void;

/// The address of the `DLTensor` in a tensor object. Functions that do not take ownership accept
/// any `DLTensor`.
pub type TVMArrayHandle = *mut DLTensor;

/// A stream of work on a device.
pub type TVMStreamHandle = *mut c_void;

/// The handle through which a C function sets its result with `TVMCFuncSetReturn`.
pub type TVMRetValueHandle = *mut c_void;
