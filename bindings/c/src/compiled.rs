//! The runtime functions that compiled code calls.
//!
//! Invariant: each function passes its arguments unchanged to a function of
//! [`objet_runtime::backend`] with the same contract.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_void};

use objet_object::{TVMValue, TypeCode};
use objet_runtime::backend::{self, TVMParallelGroupEnv};

use crate::types::TVMFunctionHandle;

/// A function of compiled code. Unlike a `TVMPackedCFunc`, it writes its result and the type code
/// of the result itself.
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

/// A task of a parallel loop. Its arguments are the task number, the state shared with the other
/// tasks, and the data of the launch.
pub type FTVMParallelLambda =
    Option<unsafe extern "C" fn(task_id: c_int, penv: *mut TVMParallelGroupEnv, cdata: *mut c_void) -> c_int>;

/// Looks up a function for the code of a module: first in the imports of the module, then among the
/// global functions. The result is borrowed and lives as long as the module.
///
/// # Safety
/// `mod_node` is null or a module handle. `func_name` is null or a NUL-terminated string. `out` is
/// null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendGetFuncFromEnv(
    mod_node: *mut c_void,
    func_name: *const c_char,
    out: *mut TVMFunctionHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_get_func_from_env(mod_node, func_name, out) }
}

/// Allocates temporary device memory, aligned to 128 bytes, from the pool of this thread. Returns
/// null if the memory is exhausted. The type hints are ignored.
#[unsafe(no_mangle)]
pub extern "C" fn TVMBackendAllocWorkspace(
    device_type: c_int,
    device_id: c_int,
    nbytes: u64,
    dtype_code_hint: c_int,
    dtype_bits_hint: c_int,
) -> *mut c_void {
    backend::backend_alloc_workspace(device_type, device_id, nbytes, dtype_code_hint, dtype_bits_hint)
}

/// Releases temporary memory. Blocks may be released in any order.
///
/// # Safety
/// `ptr` was returned by `TVMBackendAllocWorkspace` on this thread for this device, and is not used
/// afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendFreeWorkspace(
    device_type: c_int,
    device_id: c_int,
    ptr: *mut c_void,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_free_workspace(device_type, device_id, ptr) }
}

/// Runs `num_task` tasks in parallel, or one task for each thread if `num_task` is 0. The
/// environment of a task contains the number of tasks. Returns -1 if a task returns a value other
/// than 0.
///
/// # Safety
/// `flambda` may be called with `cdata`, on several threads at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendParallelLaunch(
    flambda: FTVMParallelLambda,
    cdata: *mut c_void,
    num_task: c_int,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_parallel_launch(flambda, cdata, num_task) }
}

/// Waits until all tasks of the launch have reached the barrier.
///
/// # Safety
/// `task_id` and `penv` are the arguments with which the task was called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendParallelBarrier(task_id: c_int, penv: *mut TVMParallelGroupEnv) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_parallel_barrier(task_id, penv) }
}

/// Adds a symbol to the system library. Registering a name again replaces its address.
///
/// # Safety
/// `name` is null or a NUL-terminated string. `ptr` is the address of the function or data that the
/// name denotes, and stays valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendRegisterSystemLibSymbol(name: *const c_char, ptr: *mut c_void) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_register_system_lib_symbol(name, ptr) }
}

/// Calls `f` once: if `*handle` is null, sets it to a value other than null and calls `f`.
///
/// # Safety
/// `handle` is null, or the address of a pointer that only this function changes. `f` may be called
/// with `cdata`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendRunOnce(
    handle: *mut *mut c_void,
    f: Option<unsafe extern "C" fn(cdata: *mut c_void) -> c_int>,
    cdata: *mut c_void,
    nbytes: c_int,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_run_once(handle, f, cdata, nbytes) }
}

/// Registers a function of the front end. The only name is `PyErr_CheckSignals`: a function without
/// parameters that returns 0 unless the front end has a pending exception. Null removes the
/// function.
///
/// # Safety
/// `name` is null or a NUL-terminated string. `ptr` is null or a function of the type that the name
/// implies, and may be called on any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendRegisterEnvCAPI(name: *const c_char, ptr: *mut c_void) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_register_env_capi(name, ptr) }
}

/// Rounds a float to the nearest half and returns the bits of the half.
#[unsafe(no_mangle)]
pub extern "C" fn __gnu_f2h_ieee(number: f32) -> u16 {
    backend::half_of_float(number)
}

/// Converts the bits of a half to a float.
#[unsafe(no_mangle)]
pub extern "C" fn __gnu_h2f_ieee(half: u16) -> f32 {
    backend::float_of_half(half)
}
