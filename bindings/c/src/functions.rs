//! Functions: calling them, and making them of C's.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_int, c_void};

use objet_object::{TVMByteArray, TVMValue, TypeCode};
use objet_runtime::backend;

use crate::types::{TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer, TVMRetValueHandle};

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
