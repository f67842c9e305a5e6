//! The last error of each thread: what C has of an [`Error`].
//!
//! Invariant: a pointer that [`get_last_error`] gave is that of the text in `TEXT`, which is replaced as a whole.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_int};

use crate::backend::{BackendError, PendingException};
use crate::callable::guard;
use crate::error::{Error, ErrorKind, Result};

thread_local! {
    static TEXT: RefCell<Option<CString>> = const { RefCell::new(None) };
    /// How often the text was set.
    static TIMES: Cell<u64> = const { Cell::new(0) };
}

const FAILURE: c_int = -1;
const PENDING: c_int = -2;

/// The last error of this thread, in UTF-8; empty if there was none. Valid until the next one on this thread.
pub extern "C" fn get_last_error() -> *const c_char {
    const GONE: &CStr = c"TVMError: on a thread that ends, and cannot keep the text\n";
    let text = TEXT.try_with(|text| text.try_borrow().ok().and_then(|text| Some(text.as_ref()?.as_ptr())));
    match text {
        Ok(Some(text)) => text,
        Ok(None) => c"".as_ptr(),
        // A destructor of the thread asks, and the text has ended before it.
        Err(_) => GONE.as_ptr(),
    }
}

/// Makes a text the last error of this thread.
pub(super) fn set_text(text: String) {
    let text = match CString::new(text) {
        Ok(text) => Some(text),
        Err(error) => CString::new(String::from_utf8_lossy(&error.into_vec()).replace('\0', "\\0")).ok(),
    };
    TIMES.set(TIMES.get().wrapping_add(1));
    // Where the thread ends there is nobody to read it.
    let _ = TEXT.try_with(|last| last.replace(text));
}

/// Does `work` for a caller in C, and says how that went as C asks for it: 0, or -1 and a text as this thread's last error. A
/// panic is an error.
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

/// Makes an error the last one of this thread, and gives what says so to C.
#[cold]
#[inline(never)]
fn failed(error: Error) -> c_int {
    // The source of an error is anybody's, and may panic.
    guard(move || {
        if error.is_pending() {
            return PENDING;
        }
        // It ends after its text is kept: what it goes back to may panic then.
        let error = error.for_c();
        set_text(format!("{error:#}"));
        FAILURE
    })
    .unwrap_or(FAILURE)
}

/// Watches this thread's last error while C is at work: an error that stood there before is not the one of a function that
/// fails without a word.
pub(crate) struct Watch {
    times: u64,
}

impl Watch {
    /// Begins now, before the call.
    #[inline]
    pub(crate) fn begin() -> Self {
        Self { times: TIMES.get() }
    }

    /// What the answer of a function of C says.
    ///
    /// # Errors
    /// If it is not 0: what the function left as the last error.
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
            return BackendError::NoText { code }.into();
        }
        let text =
            TEXT.try_with(|text| text.borrow().as_ref().map(|text| text.to_string_lossy().into_owned()));
        match text {
            Ok(Some(text)) if !text.is_empty() => Error::from_text(&text),
            _ => BackendError::NoText { code }.into(),
        }
    }
}

impl From<PendingException> for Error {
    #[cold]
    fn from(pending: PendingException) -> Self {
        Self::with_source(ErrorKind::new("EnvErrorAlreadySet"), pending)
    }
}
