//! The errors of the C API, and the last error of each thread.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::c_char;

use objet_runtime::{BoxError, Error, backend};

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

/// An error of a call from C that the crates below have no error for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("Cannot find type {key}. Did you forget to register the node by TVM_REGISTER_NODE_TYPE ?")]
    UnknownTypeKey { key: String },
    #[error("Unknown type index {index}")]
    UnknownTypeIndex { index: u32 },
    #[error("{function}: size mismatch: expected the {expected} bytes of the tensor, found {found}")]
    Bytes { function: &'static str, expected: usize, found: usize },
    #[error("TVMArrayCopyFromTo: The size must exactly match: expected {expected} bytes, found {found}")]
    CopySize { expected: usize, found: usize },
    #[error("expected {what} from 0 to {most}, found {found}")]
    Range { what: &'static str, most: i64, found: i64 },
    #[error("expected memory for {bytes} bytes, found none")]
    OutOfMemory { bytes: usize },
}

impl From<ApiError> for Error {
    #[cold]
    fn from(error: ApiError) -> Self {
        BoxError::from(error).into()
    }
}
