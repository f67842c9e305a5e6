//! Conversion of panics to errors.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// The error of a function that panicked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("panicked: {message}")]
pub struct Panicked {
    /// The panic message, or a placeholder if the payload is not a string.
    pub message: String,
}

/// Calls the function, and returns its result or its panic as an error.
pub(crate) fn catch_panic<T>(function: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(function)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Panicked { message: text.unwrap_or("the payload is not a string").to_owned() }
    })
}
