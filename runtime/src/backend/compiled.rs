//! What compiled code asks of the runtime beside calls, memory and threads.
//!
//! Invariant: a context is the address of a module, which lasts as long as its code.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::backend::c_values::address;
use crate::backend::functions::{node, not_null};
use crate::backend::{BackendError, TVMFunctionHandle, guarded};
use crate::error::Result;
use crate::module::{ModuleError, ModuleNode, system_library};
use crate::registry::Registry;

/// The function of that name that the code of a module may call: one of the module's imports, or else a global one. It is
/// borrowed, and there as long as the module. Without a context, global functions alone are searched.
///
/// # Safety
/// `mod_node` is null or the handle of a module, `func_name` is null or text that ends with a NUL, and `out_func` is null or
/// can be written to.
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
            let global = Registry::get(name).ok_or_else(|| ModuleError::NotInEnv { name: name.into() })?;
            address(global)
        } else {
            // SAFETY: as the caller promised.
            let module: &ModuleNode = unsafe { node(mod_node, "a module") }?;
            // The module, or the registry, keeps the function.
            address(&module.func_from_env(name)?)
        };
        // SAFETY: the place is not null, and can be written to. Compiled code keeps what it is given in a place of its own, to which several
        // threads may come at once.
        unsafe { AtomicPtr::from_ptr(place.as_ptr()) }.store(function, Ordering::Release);
        Ok(())
    })
}

/// Calls `f` if the place is null, which it is not from then on. Of several threads, one calls it; the others do not wait.
///
/// # Safety
/// `handle` is null, or the address of a pointer that is changed by this function alone; and `f` may be called with `cdata`.
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

/// Adds a symbol to those of the system library. Another address for a name that is known replaces the one before, with a warning.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and what is at the address is what [`TVMBackendPackedCFunc`], or the name,
/// says. It stays there.
///
/// [`TVMBackendPackedCFunc`]: super::TVMBackendPackedCFunc
pub unsafe extern "C" fn backend_register_system_lib_symbol(name: *const c_char, ptr: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { text(name, "the name of a symbol") }?;
        system_library::register_symbol(name, ptr);
        Ok(())
    })
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
