//! The types of handles.

use std::ffi::c_void;

use objet_object::DLTensor;

/// An extent of a dimension.
#[expect(non_camel_case_types, reason = "the name is TVM's")]
pub type tvm_index_t = i64;

/// A function: an object handle.
pub type TVMFunctionHandle = *mut c_void;

/// A module: an object handle.
pub type TVMModuleHandle = *mut c_void;

/// An object: its address.
pub type TVMObjectHandle = *mut c_void;

/// A tensor: the address of the `DLTensor` in its object. Where a function does not own it, any other `DLTensor` will do.
pub type TVMArrayHandle = *mut DLTensor;

/// A queue of work on a device.
pub type TVMStreamHandle = *mut c_void;

/// Where a function of C puts its result, by `TVMCFuncSetReturn`.
pub type TVMRetValueHandle = *mut c_void;
