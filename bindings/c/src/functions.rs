//! Functions: calling them, making them of C's, and the last error of each thread.
//!
//! Invariant: each function passes on what it is given, to one of [`objet_runtime::backend`] that asks for the same.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_void};

use objet_object::{TVMByteArray, TVMValue, TypeCode};
use objet_runtime::backend;

use crate::types::{TVMFunctionHandle, TVMRetValueHandle};

/// A function of C, as front ends make them: arguments beside their type codes, where the result goes, and what the function was made
/// with.
pub type TVMPackedCFunc = Option<
    unsafe extern "C" fn(
        args: *mut TVMValue,
        type_codes: *mut TypeCode,
        num_args: c_int,
        ret: TVMRetValueHandle,
        resource_handle: *mut c_void,
    ) -> c_int,
>;

/// What ends the resource of a function of C.
pub type TVMPackedCFuncFinalizer = Option<unsafe extern "C" fn(resource_handle: *mut c_void)>;

/// A function of a library that registers what the library has: it is passed a function that takes a name and a function.
pub type TVMExtensionFuncDeclarer =
    Option<unsafe extern "C" fn(register_func_handle: TVMFunctionHandle) -> c_int>;

/// Makes a text the last error of this thread. Null is none.
///
/// # Safety
/// `msg` is null, or text that ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastError(msg: *const c_char) {
    // SAFETY: as the caller promised.
    unsafe { backend::api_set_last_error(msg) }
}

/// The last error of this thread, in UTF-8; empty if there was none. Valid until the next one on this thread. What succeeds leaves it
/// as it is.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    backend::get_last_error()
}

/// Calls a function. Arguments are borrowed for the call. The caller owns an object, a module, a function or an array that is returned;
/// text and bytes stay with this thread, until it is returned the next ones; a data type is returned as text.
///
/// # Safety
/// `func` is the handle of a function, or null. `num_args` values and codes stand where the pointers say, as each code tells. The last
/// two are null or can be written to.
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

/// Gives a function handle back. Null is allowed.
///
/// # Safety
/// `func` is null, or a handle that the caller owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncFree(func: TVMFunctionHandle) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::func_free(func) }
}

/// Makes a function of one of C. The finalizer, which may be null, is called once with the resource, when the last reference to the
/// function goes, on whatever thread that happens; it is not called if this fails.
///
/// # Safety
/// The function is one for its resource; both, and the finalizer, may be used on any thread; none of them lets a C++ exception out.
/// `out` is null or can be written to.
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

/// Sets the result of a function of C, during its call. The value is copied, its objects are counted: the caller keeps what it has.
/// `num_ret` must be 1.
///
/// # Safety
/// `ret` is what the function was given for this. A value and a code stand where the pointers say, as the code tells.
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

/// Makes an argument that a function of C was passed, which is borrowed, one that it owns, in place. An object that it may take is
/// taken. There is no owning text and bytes.
///
/// # Safety
/// A value and a code stand where the pointers say, as the code tells, and can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCbArgToReturn(value: *mut TVMValue, code: *mut TypeCode) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::cb_arg_to_return(value, code) }
}

/// Does nothing: bytes that a function returns belong to the thread, and there are no others to free.
#[unsafe(no_mangle)]
pub extern "C" fn TVMByteArrayFree(_arr: *mut TVMByteArray) -> c_int {
    0
}
