//! Asking the front end whether its user wants to stop.

use std::sync::OnceLock;

use crate::backend::PendingException;
use crate::backend::c_function::SignalCheck;
use crate::error::Result;
use crate::shared::Shared;

/// The functions of the front ends that ask for signals.
#[derive(Default)]
pub(super) struct Signals {
    pub(super) of_c: SignalCheck,
    of_rust: OnceLock<fn() -> Result<()>>,
}

pub(super) static SIGNALS: Shared<Signals> = Shared::new(Signals::default);

/// Has [`check_signals`] ask this function too, for good: a front end in Rust, whose error is given as it is. It is called on any thread, and
/// often. Whether it is the first one; there is no second.
pub fn answer_check_signals(check: fn() -> Result<()>) -> bool {
    SIGNALS.of_rust.set(check).is_ok()
}

/// Asks the front end whether its user wants to stop: long loops call this now and then, and end with the error.
///
/// # Errors
/// What the front end gives, or [`PendingException`], if so.
///
/// ```
/// let mut sum = 0;
/// for number in 0..1000 {
///     objet_runtime::backend::check_signals()?;
///     sum += number;
/// }
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub fn check_signals() -> Result<()> {
    if let Some(check) = SIGNALS.of_rust.get() {
        check()?;
    }
    match SIGNALS.of_c.call() {
        0 => Ok(()),
        _ => Err(PendingException.into()),
    }
}
