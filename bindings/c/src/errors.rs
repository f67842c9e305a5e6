//! The last error of each thread.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::c_char;

use objet_runtime::backend;

/// Makes a text the last error of this thread. Null is none.
///
/// # Safety
/// `msg` is null, or text that ends with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMAPISetLastError(msg: *const c_char) {
    // SAFETY: as the caller promised.
    unsafe { backend::api_set_last_error(msg) }
}

/// The last error of this thread, in UTF-8; empty if there was none. Valid until the next one on this thread. What succeeds leaves it
/// as it is.
#[unsafe(no_mangle)]
pub extern "C" fn TVMGetLastError() -> *const c_char {
    backend::get_last_error()
}
