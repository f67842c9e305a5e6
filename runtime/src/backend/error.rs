//! Errors at the border between Rust and C.

use std::ffi::c_int;

use crate::error::ErrorKind;

/// A value that C passed is invalid, or a value cannot be passed to C.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// A required pointer is null.
    #[error("expected {expected}, found a null pointer")]
    NullPointer {
        /// The expected target of the pointer.
        expected: &'static str,
    },
    /// A count is out of range.
    #[error("expected {expected} {what}, found {found}")]
    Count {
        /// The counted things.
        what: &'static str,
        /// The accepted range.
        expected: &'static str,
        /// The count.
        found: i64,
    },
    /// A handle belongs to an object of another type.
    #[error("expected a handle of {expected}, found a handle of {found}")]
    Handle {
        /// The expected type key.
        expected: &'static str,
        /// The actual type key.
        found: &'static str,
    },
    /// A type code is not accepted.
    #[error("expected {expected}, found type code {found}")]
    Code {
        /// The accepted values.
        expected: &'static str,
        /// The actual code.
        found: c_int,
    },
    /// A name is not UTF-8.
    #[error("{expected} is not UTF-8: invalid byte at position {position}")]
    NotUtf8 {
        /// The purpose of the string.
        expected: &'static str,
        /// The position of the first invalid byte.
        position: usize,
    },
    /// A string for C contains a NUL, which would end a C string.
    #[error("argument {argument}: a C string cannot contain a NUL, found one at byte {position}")]
    Nul {
        /// The position of the argument, from 0.
        argument: usize,
        /// The position of the NUL in bytes.
        position: usize,
    },
    /// A tensor is read-only, but C code may write to any tensor.
    #[error("argument {argument}: tensor is read-only, but compiled code may write to it: pass a copy")]
    ReadOnly {
        /// The position of the argument, from 0.
        argument: usize,
    },
    /// A C function failed without an error message.
    #[error("a C function returned {code} without setting a message by TVMAPISetLastError")]
    NoMessage {
        /// The return value.
        code: c_int,
    },
    /// The front end function has an unknown name.
    #[error("Unknown env API {name}")]
    UnknownEnvApi {
        /// The name.
        name: String,
    },
    /// The thread is shutting down, and its thread-local storage is gone.
    #[error("called from a thread that is shutting down: the returned string cannot be kept")]
    ThreadShutdown,
}

impl BackendError {
    pub(crate) fn kind(&self) -> ErrorKind {
        match self {
            Self::Handle { .. } | Self::Code { .. } => ErrorKind::TYPE_ERROR,
            Self::NullPointer { .. }
            | Self::Count { .. }
            | Self::NotUtf8 { .. }
            | Self::Nul { .. }
            | Self::ReadOnly { .. } => ErrorKind::VALUE_ERROR,
            Self::NoMessage { .. } | Self::UnknownEnvApi { .. } | Self::ThreadShutdown => {
                ErrorKind::TVM_ERROR
            }
        }
    }
}

/// The front end has a pending exception, which it raises when control returns to it. C functions
/// then return -2 and set no error message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the front end has a pending exception")]
pub struct PendingException;
