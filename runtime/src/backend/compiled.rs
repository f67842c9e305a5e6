//! The functions that compiled code calls, except those for packed calls.
//!
//! Invariants:
//! - A module context is the address of a module that lives as long as its code.
//! - The environment of a task belongs to the launch that the task is part of.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::{ptr, slice};

use objet_object::{Device, DeviceType};

use crate::backend::c_function::{ParallelLambda, Symbol};
use crate::backend::c_values::address;
use crate::backend::functions::{node, not_null};
use crate::backend::last_error::set_text;
use crate::backend::signals::SIGNALS;
use crate::backend::{BackendError, FTVMParallelLambda, TVMFunctionHandle, guarded, parallel};
use crate::callable::guard;
use crate::device::Workspace;
use crate::error::Result;
use crate::module::{ModuleError, ModuleNode, system_library};
use crate::registry::Registry;
use crate::threading::{Group, Groups, TVMParallelGroupEnv};

/// Looks up a function that the code of a module may call: among the module's imports first, then
/// among the global functions. The function is borrowed and lives as long as the module. Without a
/// module, only global functions are searched.
///
/// # Safety
/// `mod_node` must be null or the handle of a module. `func_name` must be null or a NUL-terminated
/// string. `out_func` must be null or valid for writes.
pub unsafe extern "C" fn backend_get_func_from_env(
    mod_node: *mut c_void,
    func_name: *const c_char,
    out_func: *mut TVMFunctionHandle,
) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { str_from_c(func_name, "the name of a function") }?;
        let place = not_null(out_func, "a place for the function")?;
        let function = if mod_node.is_null() {
            // SAFETY: compiled code is responsible for the functions that it calls.
            let global = unsafe { Registry::get_unchecked(name) };
            address(global.ok_or_else(|| ModuleError::NotInEnv { name: name.into() })?)
        } else {
            // SAFETY: as the caller promised.
            let module: &ModuleNode = unsafe { node(mod_node, "a module") }?;
            // SAFETY: compiled code is responsible for the functions that it calls. The module or
            // the registry keeps the function alive.
            address(&module.func_from_env_or(name, |name| unsafe { Registry::get_unchecked(name) })?)
        };
        // SAFETY: the pointer is not null, and valid for writes. The store is atomic because
        // several threads may fill the same variable of compiled code at once.
        unsafe { AtomicPtr::from_ptr(place.as_ptr()) }.store(function, Ordering::Release);
        Ok(())
    })
}

/// Calls `f` if the pointer at `handle` is null, and makes that pointer non-null. Of several
/// threads, one calls `f`; the others do not wait.
///
/// # Safety
/// `handle` must be null or the address of a pointer that only this function changes. `f` may be
/// called with `cdata`.
pub unsafe extern "C" fn backend_run_once(
    handle: *mut *mut c_void,
    f: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    cdata: *mut c_void,
    _nbytes: c_int,
) -> c_int {
    let mut answer = 0;
    let code = guarded(|| {
        let place = not_null(handle, "the place of a flag")?;
        let f = f.ok_or(BackendError::NullPointer { expected: "a function to run once" })?;
        // SAFETY: as the caller promised.
        let place = unsafe { AtomicPtr::from_ptr(place.as_ptr()) };
        let done = ptr::without_provenance_mut(1);
        if place.compare_exchange(ptr::null_mut(), done, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            // SAFETY: as above.
            answer = unsafe { f(cdata) };
        }
        Ok(())
    });
    if code == 0 { answer } else { code }
}

/// Adds a symbol to the system library. A different address for a known name replaces the old one,
/// with a warning.
///
/// # Safety
/// `name` must be null or a NUL-terminated string. The address must stay valid and point to what
/// the name stands for, by default a function of type [`TVMBackendPackedCFunc`].
///
/// [`TVMBackendPackedCFunc`]: super::TVMBackendPackedCFunc
pub unsafe extern "C" fn backend_register_system_lib_symbol(name: *const c_char, ptr: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { str_from_c(name, "the name of a symbol") }?;
        // SAFETY: as above.
        system_library::register_symbol(name, unsafe { Symbol::new(ptr) });
        Ok(())
    })
}

/// Allocates at least `nbytes` bytes of temporary device memory from the pool of this thread. On
/// failure, returns null and sets the last error. The hints describe the element type and are
/// ignored.
pub extern "C" fn backend_alloc_workspace(
    device_type: c_int,
    device_id: c_int,
    nbytes: u64,
    _dtype_code_hint: c_int,
    _dtype_bits_hint: c_int,
) -> *mut c_void {
    let mut memory = ptr::null_mut();
    guarded(|| {
        let device = Device { device_type: DeviceType(device_type), device_id };
        // A size that does not fit into `usize` is reported as out of memory.
        memory = Workspace::allocate(device, usize::try_from(nbytes).unwrap_or(usize::MAX))?.into_raw();
        Ok(())
    });
    memory
}

/// Returns memory to the pool of this thread.
///
/// # Safety
/// The memory that [`backend_alloc_workspace`] returned to this thread at this address must not be
/// used afterwards.
pub unsafe extern "C" fn backend_free_workspace(
    device_type: c_int,
    device_id: c_int,
    ptr: *mut c_void,
) -> c_int {
    guarded(|| {
        let device = Device { device_type: DeviceType(device_type), device_id };
        Workspace::release(device, ptr)
    })
}

/// Runs `flambda` as `num_task` parallel tasks, or as one task per thread if `num_task` is 0; see
/// [`parallel_launch`](crate::parallel_launch). The environment of a task holds the number of
/// tasks.
///
/// Returns -1 if any task does not return 0; the last error then lists the errors of all failed
/// tasks. Returns -2 if all failed tasks returned -2.
///
/// # Safety
/// `flambda` may be called with `cdata` on several threads at once, with any number of tasks and
/// each task number below it.
pub unsafe extern "C" fn backend_parallel_launch(
    flambda: Option<FTVMParallelLambda>,
    cdata: *mut c_void,
    num_task: c_int,
) -> c_int {
    // SAFETY: as the caller promised.
    parallel::launch(flambda.map(|flambda| unsafe { ParallelLambda::new(flambda, cdata) }), num_task)
}

/// Waits until all tasks of the launch have reached the barrier as often as this task, and returns
/// 0. Returns -1 if a task has failed and will not arrive; the calling task should return then.
///
/// # Safety
/// `penv` and `task_id` must be those that the task received.
pub unsafe extern "C" fn backend_parallel_barrier(task_id: c_int, penv: *mut TVMParallelGroupEnv) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| parallel::wait(task_id, unsafe { groups_of(penv) }))
}

/// Returns the groups of an environment.
///
/// # Errors
/// If the environment is invalid; the error is the reason.
///
/// # Safety
/// The environment must be null or belong to a launch in progress.
unsafe fn groups_of<'a>(env: *const TVMParallelGroupEnv) -> Result<Groups<'a>, &'static str> {
    // SAFETY: as the caller promised.
    let env = unsafe { env.as_ref() }.ok_or("the environment is null")?;
    let len =
        usize::try_from(env.num_task).ok().filter(|&len| len > 0).ok_or("the environment has no tasks")?;
    let first: *const Group = env.sync_handle.cast();
    if first.is_null() || !first.is_aligned() {
        return Err("the environment has no counters");
    }
    // SAFETY: an environment borrows `num_task` groups, which live as long as the launch.
    Ok(Groups::of(unsafe { slice::from_raw_parts(first, len) }))
}

/// Registers a function of the front end. The only supported name is `PyErr_CheckSignals`: a
/// function without parameters that returns 0 unless the front end has a pending exception. Null
/// removes the function.
///
/// # Safety
/// `name` must be null or a NUL-terminated string. `ptr` must be null or a function of the type
/// that the name stands for, which may be called on any thread.
pub unsafe extern "C" fn backend_register_env_capi(name: *const c_char, ptr: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { str_from_c(name, "the name of a function of the front end") }?;
        if name != "PyErr_CheckSignals" {
            return Err(BackendError::UnknownEnvApi { name: name.into() }.into());
        }
        // SAFETY: as above.
        unsafe { SIGNALS.of_c.set(ptr) };
        Ok(())
    })
}

/// Sets the last error of this thread. Null clears the message. Invalid UTF-8 is replaced.
///
/// # Safety
/// `msg` must be null or a NUL-terminated string.
pub unsafe extern "C" fn api_set_last_error(msg: *const c_char) {
    // The function has no result, so a failure cannot be reported.
    let _ = guard(|| match msg.is_null() {
        true => set_text(String::new()),
        // SAFETY: as the caller promised.
        false => set_text(unsafe { CStr::from_ptr(msg) }.to_string_lossy().into_owned()),
    });
}

/// Converts a C string.
///
/// # Errors
/// If the pointer is null, or if the string is not UTF-8.
///
/// # Safety
/// `text` must be null or a NUL-terminated string that is valid for `'a`.
pub unsafe fn str_from_c<'a>(text: *const c_char, expected: &'static str) -> Result<&'a str, BackendError> {
    if text.is_null() {
        return Err(BackendError::NullPointer { expected });
    }
    // SAFETY: as the caller promised.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|error| BackendError::NotUtf8 { expected, position: error.valid_up_to() })
}
