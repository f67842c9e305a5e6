//! The functions that compiled code calls, beside those of calls.
//!
//! Invariants:
//! - A context is the address of a module, which lasts as long as its code.
//! - The environment of a task is that of the launch which the task is part of.

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

/// The function of that name that the code of a module may call: one of the module's imports, or
/// else a global one. It is borrowed, and there as long as the module. Without a context, global
/// functions alone are searched.
///
/// # Safety
/// `mod_node` is null or the handle of a module, `func_name` is null or text that ends with a NUL,
/// and `out_func` is null or can be written to.
pub unsafe extern "C" fn backend_get_func_from_env(
    mod_node: *mut c_void,
    func_name: *const c_char,
    out_func: *mut TVMFunctionHandle,
) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { text(func_name, "the name of a function") }?;
        let place = not_null(out_func, "a place for the function")?;
        let function = if mod_node.is_null() {
            // SAFETY: compiled code answers for what it calls.
            let global = unsafe { Registry::get_any(name) };
            address(global.ok_or_else(|| ModuleError::NotInEnv { name: name.into() })?)
        } else {
            // SAFETY: as the caller promised.
            let module: &ModuleNode = unsafe { node(mod_node, "a module") }?;
            // The module, or the registry, keeps the function.
            // SAFETY: compiled code answers for what it calls.
            address(&module.func_from_env_or(name, |name| unsafe { Registry::get_any(name) })?)
        };
        // SAFETY: the place is not null, and can be written to. Compiled code keeps what it is
        // given in a place of its own, to which several threads may come at once.
        unsafe { AtomicPtr::from_ptr(place.as_ptr()) }.store(function, Ordering::Release);
        Ok(())
    })
}

/// Calls `f` if the place is null, which it is not from then on. Of several threads, one calls it;
/// the others do not wait.
///
/// # Safety
/// `handle` is null, or the address of a pointer that is changed by this function alone; and `f`
/// may be called with `cdata`.
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

/// Adds a symbol to those of the system library. Another address for a name that is known replaces
/// the one before, with a warning.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and what is at the address is what
/// [`TVMBackendPackedCFunc`], or the name, says. It stays there.
///
/// [`TVMBackendPackedCFunc`]: super::TVMBackendPackedCFunc
pub unsafe extern "C" fn backend_register_system_lib_symbol(name: *const c_char, ptr: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { text(name, "the name of a symbol") }?;
        // SAFETY: as above.
        system_library::register_symbol(name, unsafe { Symbol::new(ptr) });
        Ok(())
    })
}

/// Returns `nbytes` bytes of a device, or more, for a while; null, and a last error, if there is
/// not as much. They are from the pool of this thread. The hints tell of what type the elements
/// will be, and mean nothing here.
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
        // What does not fit into memory at all is refused as what does not fit into it now.
        memory = Workspace::allocate(device, usize::try_from(nbytes).unwrap_or(usize::MAX))?.into_raw();
        Ok(())
    });
    memory
}

/// Gives memory back to the pool of this thread.
///
/// # Safety
/// What [`backend_alloc_workspace`] gave this thread at this address is not used after.
pub unsafe extern "C" fn backend_free_workspace(
    device_type: c_int,
    device_id: c_int,
    ptr: *mut c_void,
) -> c_int {
    guarded(|| {
        let device = Device { device_type: DeviceType(device_type), device_id };
        Workspace::give_back(device, ptr)
    })
}

/// Runs `flambda` as `num_task` tasks at once, or as many as there are threads if `num_task` is 0,
/// as [`parallel_launch`](crate::parallel_launch) does: a task reads in its environment how many
/// there are. Answers -1 if any task does not answer 0; the last error has those of all such tasks
/// then. Answers -2 if all of them answer so.
///
/// # Safety
/// `flambda` may be called with `cdata`, on several threads at once, with any number of tasks and
/// each number below it.
pub unsafe extern "C" fn backend_parallel_launch(
    flambda: Option<FTVMParallelLambda>,
    cdata: *mut c_void,
    num_task: c_int,
) -> c_int {
    // SAFETY: as the caller promised.
    parallel::launch(flambda.map(|flambda| unsafe { ParallelLambda::new(flambda, cdata) }), num_task)
}

/// Waits until all tasks of the launch have come here as often as this one, and answers 0. If one
/// has failed, so that it does not come any more, answers -1: the task should return then.
///
/// # Safety
/// `penv` is what the task was given, and `task_id` the number that it was given.
pub unsafe extern "C" fn backend_parallel_barrier(task_id: c_int, penv: *mut TVMParallelGroupEnv) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| parallel::wait(task_id, unsafe { groups_of(penv) }))
}

/// The groups of an environment.
///
/// # Errors
/// What is wrong with it.
///
/// # Safety
/// Unless it is null, the environment is that of a launch which is under way.
unsafe fn groups_of<'a>(env: *const TVMParallelGroupEnv) -> Result<Groups<'a>, &'static str> {
    // SAFETY: as the caller promised.
    let env = unsafe { env.as_ref() }.ok_or("the environment is null")?;
    let len = usize::try_from(env.num_task).ok().filter(|&len| len > 0).ok_or("it has no tasks")?;
    let first: *const Group = env.sync_handle.cast();
    if first.is_null() || !first.is_aligned() {
        return Err("it has no counters");
    }
    // SAFETY: an environment has borrowed as many groups, which live as long as the launch.
    Ok(Groups::of(unsafe { slice::from_raw_parts(first, len) }))
}

/// Tells of a function of the front end: `PyErr_CheckSignals`, which takes nothing, and gives 0
/// unless the front end holds an exception now. Null takes it back.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and `ptr` is null or a function of the type that
/// the name stands for, which may be called on any thread.
pub unsafe extern "C" fn backend_register_env_capi(name: *const c_char, ptr: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { text(name, "the name of a function of the front end") }?;
        if name != "PyErr_CheckSignals" {
            return Err(BackendError::UnknownEnvApi { name: name.into() }.into());
        }
        // SAFETY: as above.
        unsafe { SIGNALS.of_c.set(ptr) };
        Ok(())
    })
}

/// Makes a text the last error of this thread. Null is none; what is not UTF-8 in it is replaced.
///
/// # Safety
/// `msg` is null, or points to text that ends with a NUL.
pub unsafe extern "C" fn api_set_last_error(msg: *const c_char) {
    // A null pointer is no text.
    let _ = guard(|| match msg.is_null() {
        true => set_text(String::new()),
        // SAFETY: as the caller promised.
        false => set_text(unsafe { CStr::from_ptr(msg) }.to_string_lossy().into_owned()),
    });
}

/// A text of C.
///
/// # Errors
/// If it is null, or not UTF-8.
///
/// # Safety
/// `text` is null, or text that ends with a NUL and lasts for as long as `'a`.
pub unsafe fn text<'a>(text: *const c_char, expected: &'static str) -> Result<&'a str, BackendError> {
    if text.is_null() {
        return Err(BackendError::NullPointer { expected });
    }
    // SAFETY: as the caller promised.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|error| BackendError::NotUtf8 { expected, position: error.valid_up_to() })
}
