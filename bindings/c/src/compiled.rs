//! What compiled code asks of the runtime.
//!
//! Invariant: each function passes on what it is given, to one of [`objet_runtime::backend`] that asks for the same.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_void};

use objet_object::{TVMValue, TypeCode};
use objet_runtime::backend::{self, TVMParallelGroupEnv};

use crate::types::TVMFunctionHandle;

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

/// The function of that name that the code of a module may call: one of the module's imports, or else a global one. It is borrowed, and
/// there as long as the module.
///
/// # Safety
/// `mod_node` is null or the handle of a module, `func_name` is null or text that ends with a NUL, and `out` is null or can be
/// written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendGetFuncFromEnv(
    mod_node: *mut c_void,
    func_name: *const c_char,
    out: *mut TVMFunctionHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_get_func_from_env(mod_node, func_name, out) }
}

/// So many bytes of a device, for a while, at a multiple of 128; null if there is not as much. The hints mean nothing here.
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

/// Gives memory back, in whatever order.
///
/// # Safety
/// `ptr` is what `TVMBackendAllocWorkspace` gave this thread for this device, and is not used after.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendFreeWorkspace(
    device_type: c_int,
    device_id: c_int,
    ptr: *mut c_void,
) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_free_workspace(device_type, device_id, ptr) }
}

/// Runs so many tasks at once, or as many as there are threads if `num_task` is 0: each is told in its environment how many there are.
/// Answers -1 if any of them does not answer 0.
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

/// Waits until all tasks of the launch have come here.
///
/// # Safety
/// `task_id` and `penv` are what the task was given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendParallelBarrier(task_id: c_int, penv: *mut TVMParallelGroupEnv) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_parallel_barrier(task_id, penv) }
}

/// Adds a symbol to those of the system library. Another address for a name that is known replaces the one before.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and what is at the address is what the name says. It stays there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendRegisterSystemLibSymbol(name: *const c_char, ptr: *mut c_void) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_register_system_lib_symbol(name, ptr) }
}

/// Calls `f` if the place is null, which it is not from then on.
///
/// # Safety
/// `handle` is null, or the address of a pointer that is changed by this function alone; and `f` may be called with `cdata`.
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

/// Tells of a function of the front end: `PyErr_CheckSignals`, which takes nothing, and gives 0 unless the front end holds an exception
/// now. Null takes it back.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and `ptr` is null or a function of the type that the name stands for, which may be called
/// on any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendRegisterEnvCAPI(name: *const c_char, ptr: *mut c_void) -> c_int {
    // SAFETY: as the caller promised.
    unsafe { backend::backend_register_env_capi(name, ptr) }
}

/// The nearest half to a float, by its bits.
#[unsafe(no_mangle)]
pub extern "C" fn __gnu_f2h_ieee(number: f32) -> u16 {
    backend::half_of_float(number)
}

/// The float that a half is, by its bits.
#[unsafe(no_mangle)]
pub extern "C" fn __gnu_h2f_ieee(half: u16) -> f32 {
    backend::float_of_half(half)
}
