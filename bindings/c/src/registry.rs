//! Functions by global names.
//!
//! Invariant: the pointers that a thread was given are those of the texts in its `LISTED`, which are replaced as a whole.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};

use objet_runtime::backend::{BackendError, give_to_c, guarded, not_null, put, reference, text};
use objet_runtime::{PackedFunc, Registry, Result};

use crate::errors::ApiError;
use crate::types::TVMFunctionHandle;

const NAME: &str = "the name of a function";

/// The names that a thread was told last.
struct Listed {
    pointers: Vec<*const c_char>,
    #[expect(dead_code, reason = "held for the pointers")]
    names: Vec<CString>,
}

thread_local! {
    static LISTED: RefCell<Listed> = const { RefCell::new(Listed { pointers: Vec::new(), names: Vec::new() }) };
}

/// Gives a function a global name. The caller keeps its handle. A name that another function has is an error, unless `can_override` is
/// not 0; whoever has that one may still call it.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and `f` is null or the handle of a function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRegisterGlobal(
    name: *const c_char,
    f: TVMFunctionHandle,
    can_override: c_int,
) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let (name, function) = unsafe { (text(name, NAME)?, reference::<PackedFunc>(f)?) };
        match can_override {
            0 => Registry::register(name, function)?,
            _ => Registry::register_override(name, function),
        }
        Ok(())
    })
}

/// A handle of the function that has a global name, which the caller must free; null if there is none.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and `out` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncGetGlobal(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let name = text(name, NAME)?;
        put(out, "a place for the function", || {
            // The caller in C answers for what it calls.
            Ok(Registry::find_any(name).map_or(std::ptr::null_mut(), give_to_c))
        })
    })
}

/// The global names, in alphabetic order. The array and the names belong to this thread, until it asks again.
///
/// # Safety
/// Both are null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncListGlobalNames(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    guarded(|| {
        let out_size = not_null(out_size, "a place for the number of names")?;
        let out_array = not_null(out_array, "a place for the names")?;
        let (size, array) = list_names()?;
        // SAFETY: neither is null, and both can be written to.
        unsafe {
            out_size.write(size);
            out_array.write(array);
        }
        Ok(())
    })
}

fn list_names() -> Result<(c_int, *mut *const c_char)> {
    // There is no name with a NUL in it that C could ask for.
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
    LISTED.try_with(|listed| listed.replace(new)).map_err(|_| BackendError::ThreadEnds)?;
    Ok((size, array))
}

/// Takes a global name from its function, if there is one. Whoever has the function may still call it.
///
/// # Safety
/// `name` is null or text that ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRemoveGlobal(name: *const c_char) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        Registry::remove(unsafe { text(name, NAME) }?);
        Ok(())
    })
}
