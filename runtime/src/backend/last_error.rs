//! The last error of each thread, which C reads as a string.
//!
//! Invariant: the string in `TEXT` is only replaced as a whole. So a pointer from
//! [`get_last_error`] stays valid until then.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_int};

use crate::backend::{BackendError, PendingException};
use crate::callable::guard;
use crate::error::{Error, ErrorKind, Result};

thread_local! {
    static TEXT: RefCell<Option<CString>> = const { RefCell::new(None) };
    /// Number of times that `TEXT` was set.
    static TIMES: Cell<u64> = const { Cell::new(0) };
}

const FAILURE: c_int = -1;
const PENDING: c_int = -2;

/// Returns the last error of this thread in UTF-8, or an empty string. The pointer is valid until
/// the next error on this thread.
pub extern "C" fn get_last_error() -> *const c_char {
    const GONE: &CStr = c"TVMError: the error message is lost because the thread is shutting down\n";
    let text = TEXT.try_with(|text| text.try_borrow().ok().and_then(|text| Some(text.as_ref()?.as_ptr())));
    match text {
        Ok(Some(text)) => text,
        Ok(None) => c"".as_ptr(),
        // A thread-local destructor calls this function after `TEXT` was destroyed.
        Err(_) => GONE.as_ptr(),
    }
}

/// Sets the last error of this thread.
pub(super) fn set_text(text: String) {
    let text = match CString::new(text) {
        Ok(text) => Some(text),
        Err(error) => CString::new(String::from_utf8_lossy(&error.into_vec()).replace('\0', "\\0")).ok(),
    };
    TIMES.set(TIMES.get().wrapping_add(1));
    // A thread that is shutting down cannot keep the message.
    let _ = TEXT.try_with(|last| last.replace(text));
}

/// Runs `work` for a caller in C and returns the C status: 0, or -1 after setting the last error of
/// this thread. A panic counts as an error. For a pending exception, the status is -2 and the last
/// error is unchanged.
///
/// ```
/// use objet_runtime::backend::{get_last_error, guarded};
///
/// assert_eq!(guarded(|| Ok(())), 0);
/// assert_eq!(guarded(|| Err("no such thing".into())), -1);
/// assert!(!get_last_error().is_null());
/// ```
#[inline]
pub fn guarded(work: impl FnOnce() -> Result<()>) -> c_int {
    match guard(work) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) | Err(error) => failed(error),
    }
}

/// Sets the last error of this thread and returns the C status.
#[cold]
#[inline(never)]
fn failed(error: Error) -> c_int {
    // The error source can be any user type, so its code may panic.
    guard(move || {
        if error.is_pending() {
            return PENDING;
        }
        // The error is dropped after its message is stored, because the drop of its source may
        // panic.
        let error = error.for_c();
        set_text(format!("{error:#}"));
        FAILURE
    })
    .unwrap_or(FAILURE)
}

/// Detects whether a C function sets the last error of this thread. An older error must not be
/// attributed to a function that fails without a message.
pub(crate) struct Watch {
    times: u64,
}

impl Watch {
    /// Starts watching. Must be called before the C function.
    #[inline]
    pub(crate) fn begin() -> Self {
        Self { times: TIMES.get() }
    }

    /// Converts the return value of the C function.
    ///
    /// # Errors
    /// If the return value is not 0. The error has the message that the function set.
    #[inline]
    pub(crate) fn outcome(self, code: c_int) -> Result<()> {
        if code == 0 { Ok(()) } else { Err(self.failure(code)) }
    }

    #[cold]
    #[inline(never)]
    fn failure(self, code: c_int) -> Error {
        if code == PENDING {
            return PendingException.into();
        }
        if self.times == TIMES.get() {
            return BackendError::NoMessage { code }.into();
        }
        let text =
            TEXT.try_with(|text| text.borrow().as_ref().map(|text| text.to_string_lossy().into_owned()));
        match text {
            Ok(Some(text)) if !text.is_empty() => Error::from_text(&text),
            _ => BackendError::NoMessage { code }.into(),
        }
    }
}

impl From<PendingException> for Error {
    #[cold]
    fn from(pending: PendingException) -> Self {
        Self::with_source(ErrorKind::new("EnvErrorAlreadySet"), pending)
    }
}
