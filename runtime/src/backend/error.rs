//! What can go wrong at the border of C.

use std::ffi::c_int;

use crate::error::ErrorKind;

/// What C passes that cannot be, or cannot be passed to C.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// A pointer is null that must not be.
    #[error("expected {expected}, found a null pointer")]
    NullPointer {
        /// What it should point to.
        expected: &'static str,
    },
    /// There is a number of things that there cannot be.
    #[error("expected {expected} {what}, found {found}")]
    Count {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        expected: &'static str,
        /// How many there are.
        found: i64,
    },
    /// A handle is that of an object of another type.
    #[error("expected the handle of a {expected}, found that of a {found}")]
    Handle {
        /// The type key that it should have.
        expected: &'static str,
        /// The type key that it has.
        found: &'static str,
    },
    /// A type code may not stand where it stands.
    #[error("expected {expected}, found type code {found}")]
    Code {
        /// What may stand there.
        expected: &'static str,
        /// The code.
        found: c_int,
    },
    /// A name is not UTF-8.
    #[error("expected {expected} in UTF-8, found a byte that is not at position {position}")]
    NotUtf8 {
        /// What the text is.
        expected: &'static str,
        /// Where the first bad byte is.
        position: usize,
    },
    /// A text for C has a NUL in it, where C would take it to end.
    #[error("argument {argument}: expected text without NUL, as C asks for it, found one at byte {position}")]
    Nul {
        /// Which argument it is, from 0.
        argument: usize,
        /// Where the NUL is.
        position: usize,
    },
    /// A tensor is read-only, and code of C may write to any.
    #[error(
        "argument {argument}: expected a tensor that may be written to, as compiled code may do, found a read-only one: pass a copy"
    )]
    ReadOnly {
        /// Which argument it is, from 0.
        argument: usize,
    },
    /// A function of C failed without a word.
    #[error("a function of C gave {code}, and did not say why by TVMAPISetLastError")]
    NoText {
        /// What it returned.
        code: c_int,
    },
    /// No function of the front end has that name here.
    #[error("Unknown env API {name}")]
    UnknownEnvApi {
        /// The name.
        name: String,
    },
    /// The thread is about to end, and what it keeps for its callers is gone.
    #[error("expected a thread that still runs, found one that ends and cannot keep a text for its caller")]
    ThreadEnds,
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
            Self::NoText { .. } | Self::UnknownEnvApi { .. } | Self::ThreadEnds => ErrorKind::TVM_ERROR,
        }
    }
}

/// The front end holds an exception of its own, which it raises when control is back with it. Functions of C answer -2 then,
/// and set no error text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the front end holds an exception")]
pub struct PendingException;
