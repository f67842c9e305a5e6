//! Panics as errors.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a function said when it panicked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("panicked: {message}")]
pub struct Panicked {
    /// The message, if it was a text.
    pub message: String,
}

/// What the function gives, if it does not panic.
pub(crate) fn caught<T>(function: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(function)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Panicked { message: text.unwrap_or("with something that is no text").to_owned() }
    })
}
