//! Functions: calls, functions implemented in C, and the last error of each thread.
//!
//! Invariant: each function passes its arguments unchanged to a function of
//! [`objet_runtime::backend`] with the same contract.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_void};

use objet_object::{TVMByteArray, TVMValue, TypeCode};
use objet_runtime::backend;

use crate::types::{TVMFunctionHandle, TVMRetValueHandle};

/// A packed function implemented in C. Its arguments are the values, their type codes, their
/// number, the handle for the result, and the resource with which the function was created.
pub type TVMPackedCFunc = Option<
    unsafe extern "C" fn(
        args: *mut TVMValue,
        type_codes: *mut TypeCode,
        num_args: c_int,
        ret: TVMRetValueHandle,
        resource_handle: *mut c_void,
    ) -> c_int,
>;

/// Frees the resource of a function implemented in C.
pub type TVMPackedCFuncFinalizer = Option<unsafe extern "C" fn(resource_handle: *mut c_void)>;

/// Registers the functions of a library. Its argument is a function that takes a name and a
/// function.
pub type TVMExtensionFuncDeclarer =
    Option<unsafe extern "C" fn(register_func_handle: TVMFunctionHandle) -> c_int>;

/// Sets the last error of this thread. Null clears it.
///
/// # Safety
/// `msg` is null or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastError(msg: *const c_char) {
    // SAFETY: as the caller promised.
    unsafe { backend::api_set_last_error(msg) }
}

/// Returns the last error of this thread in UTF-8, or an empty string if there was no error. The
/// string is valid until the next error on this thread. A successful call does not change it.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    backend::get_last_error()
}

/// Calls a function. The arguments are borrowed for the call.
///
/// The caller owns a returned object, module, function or array. A returned string or byte array
/// belongs to this thread until a call returns the next one. A data type is returned as a string.
///
/// # Safety
/// `func` is null or a function handle. `arg_values` and `type_codes` point to `num_args` values
/// and their codes. The last two are null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncCall(
    func: TVMFunctionHandle,
    arg_values: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut TypeCode,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::func_call(func, arg_values, type_codes, num_args, ret_val, ret_type_code) }
}

/// Releases a function handle. Null is allowed.
///
/// # Safety
/// `func` is null, or a handle that the caller owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncFree(func: TVMFunctionHandle) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::func_free(func) }
}

/// Creates a function from a C function.
///
/// The finalizer may be null. It is called once with the resource, on the thread that drops the
/// last reference to the function. It is not called on failure.
///
/// # Safety
/// The function accepts the resource. The function, the resource and the finalizer may be used on
/// any thread. No C++ exception leaves the function or the finalizer. `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncCreateFromCFunc(
    func: TVMPackedCFunc,
    resource_handle: *mut c_void,
    fin: TVMPackedCFuncFinalizer,
    out: *mut TVMFunctionHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::func_create_from_cfunc(func, resource_handle, fin, out) }
}

/// Sets the result of a C function during its call. `num_ret` must be 1. Strings and bytes are
/// copied and objects are retained, so the caller keeps its value.
///
/// # Safety
/// `ret` is the handle with which the C function was called. `value` and `type_code` point to a
/// value and its code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCFuncSetReturn(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut TypeCode,
    num_ret: c_int,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::cfunc_set_return(ret, value, type_code, num_ret) }
}

/// Converts a borrowed argument of a C function, in place, to an argument that the C function owns.
/// An object passed by rvalue reference is moved. Strings and bytes cannot be owned.
///
/// # Safety
/// `value` and `code` point to a value and its code, and are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCbArgToReturn(value: *mut TVMValue, code: *mut TypeCode) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::cb_arg_to_return(value, code) }
}

/// Does nothing: the thread owns the bytes that a function returns.
#[unsafe(no_mangle)]
pub extern "C" fn TVMByteArrayFree(_arr: *mut TVMByteArray) -> c_int {
    0
}
