//! The types of C that are no structs.

use std::ffi::{c_int, c_void};

use objet_object::{DLTensor, TVMValue, TypeCode};
use objet_runtime::backend::TVMParallelGroupEnv;

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

/// A function of compiled code: as `TVMPackedCFunc`, but it stores its result beside a type code itself.
pub type TVMBackendPackedCFunc = Option<
    unsafe extern "C" fn(
        args: *mut TVMValue,
        type_codes: *mut TypeCode,
        num_args: c_int,
        out_ret_value: *mut TVMValue,
        out_ret_tcode: *mut TypeCode,
        resource_handle: *mut c_void,
    ) -> c_int,
>;

/// A task of a parallel loop: its number, what it shares with the others, and the data of the launch.
pub type FTVMParallelLambda =
    Option<unsafe extern "C" fn(task_id: c_int, penv: *mut TVMParallelGroupEnv, cdata: *mut c_void) -> c_int>;
