//! Names of types that C has and Rust does without.

use std::ffi::{c_int, c_void};

use objet_object::DLTensor;
use objet_runtime::backend::TVMFunctionHandle;

/// An extent of a dimension.
#[expect(non_camel_case_types, reason = "the name is TVM's")]
pub type tvm_index_t = i64;

/// A module: an object handle.
pub type TVMModuleHandle = *mut c_void;

/// An object: its address.
pub type TVMObjectHandle = *mut c_void;

/// A tensor: the address of the `DLTensor` in its object. Where a function does not own it, any other `DLTensor` will do.
pub type TVMArrayHandle = *mut DLTensor;

/// A queue of work on a device.
pub type TVMStreamHandle = *mut c_void;

/// A function of a library that registers what the library has: it is passed a function that takes a name and a function.
pub type TVMExtensionFuncDeclarer =
    Option<unsafe extern "C" fn(register_func_handle: TVMFunctionHandle) -> c_int>;
