//! The types of C that are not values.

use std::ffi::{c_int, c_void};

use objet_object::{TVMValue, TypeCode};

/// A function: the address of an object of type `runtime.PackedFunc`, with one reference to it where it is owned.
pub type TVMFunctionHandle = *mut c_void;

/// Where a function of C puts its result, by [`cfunc_set_return`](super::cfunc_set_return): a `RetValue`.
pub type TVMRetValueHandle = *mut c_void;

/// A function of C, as front ends make them: arguments beside their type codes, where the result goes, and what the function
/// was registered with.
pub type TVMPackedCFunc = unsafe extern "C" fn(
    args: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    ret: TVMRetValueHandle,
    resource_handle: *mut c_void,
) -> c_int;

/// What ends the resource of a function of C.
pub type TVMPackedCFuncFinalizer = unsafe extern "C" fn(resource_handle: *mut c_void);

/// A function of compiled code: as [`TVMPackedCFunc`], but it stores its result beside a type code itself.
pub type TVMBackendPackedCFunc = unsafe extern "C" fn(
    args: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    out_ret_value: *mut TVMValue,
    out_ret_tcode: *mut TypeCode,
    resource_handle: *mut c_void,
) -> c_int;
