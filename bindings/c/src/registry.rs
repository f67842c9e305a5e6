//! Global functions.
//!
//! Invariant: the name pointers returned to a thread point into the strings of its `LISTED`, which
//! is only replaced as a whole.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};

use objet_runtime::backend::{BackendError, guarded, into_c_handle, not_null, put, reference, str_from_c};
use objet_runtime::{PackedFunc, Registry, Result};

use crate::errors::ApiError;
use crate::types::TVMFunctionHandle;

const NAME: &str = "the name of a function";

/// The names that the last call on a thread returned.
struct Listed {
    pointers: Vec<*const c_char>,
    #[expect(dead_code, reason = "held for the pointers")]
    names: Vec<CString>,
}

thread_local! {
    static LISTED: RefCell<Listed> = const { RefCell::new(Listed { pointers: Vec::new(), names: Vec::new() }) };
}

/// Registers a function under a global name. The caller keeps its handle.
///
/// A name that is already registered is an error, unless `can_override` is not 0. Callers that
/// looked up the replaced function may still call it.
///
/// # Safety
/// `name` is null or a NUL-terminated string. `f` is null or a function handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRegisterGlobal(
    name: *const c_char,
    f: TVMFunctionHandle,
    can_override: c_int,
) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let (name, function) = unsafe { (str_from_c(name, NAME)?, reference::<PackedFunc>(f)?) };
        match can_override {
            0 => Registry::register(name, function)?,
            _ => Registry::register_override(name, function),
        }
        Ok(())
    })
}

/// Returns a handle to the global function with the given name, or null if there is no such
/// function. The caller frees the handle.
///
/// # Safety
/// `name` is null or a NUL-terminated string. `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncGetGlobal(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let name = str_from_c(name, NAME)?;
        put(out, "an output pointer for the function", || {
            // An `unsafe` function is found too: the C caller is responsible for its contract.
            Ok(Registry::find_unchecked(name).map_or(std::ptr::null_mut(), into_c_handle))
        })
    })
}

/// Returns the global names in alphabetical order. The array and the names belong to this thread
/// and are valid until the next call of this function on it.
///
/// # Safety
/// Both are null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncListGlobalNames(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    guarded(|| {
        let out_size = not_null(out_size, "an output pointer for the number of names")?;
        let out_array = not_null(out_array, "an output pointer for the names")?;
        let (size, array) = list_names()?;
        // SAFETY: neither is null, and both are writable.
        unsafe {
            out_size.write(size);
            out_array.write(array);
        }
        Ok(())
    })
}

fn list_names() -> Result<(c_int, *mut *const c_char)> {
    // A name with a NUL is left out: C cannot represent it.
    let names: Vec<_> = Registry::names("").into_iter().filter_map(|name| CString::new(name).ok()).collect();
    let pointers = names.iter().map(|name| name.as_ptr()).collect();
    let mut new = Listed { pointers, names };
    let found = new.pointers.len();
    let size = c_int::try_from(found).map_err(|_| ApiError::Range {
        what: "a number of names",
        most: c_int::MAX.into(),
        found: found as i64,
    })?;
    let array = new.pointers.as_mut_ptr();
    LISTED.try_with(|listed| listed.replace(new)).map_err(|_| BackendError::ThreadShutdown)?;
    Ok((size, array))
}

/// Removes a global name. Callers that looked up the function may still call it.
///
/// # Safety
/// `name` is null or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRemoveGlobal(name: *const c_char) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        Registry::remove(unsafe { str_from_c(name, NAME) }?);
        Ok(())
    })
}
