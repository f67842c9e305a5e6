//! Signal checks: asks the front end whether its user wants to stop.

use std::sync::OnceLock;

use crate::backend::PendingException;
use crate::backend::c_function::SignalCheck;
use crate::error::Result;
use crate::shared::Shared;

/// The signal checks of the front ends.
#[derive(Default)]
pub(super) struct Signals {
    pub(super) of_c: SignalCheck,
    of_rust: OnceLock<fn() -> Result<()>>,
}

pub(super) static SIGNALS: Shared<Signals> = Shared::new(Signals::default);

/// Registers the signal check of a front end written in Rust, permanently. [`check_signals`] calls
/// it often, from any thread, and returns its error unchanged. Returns whether this is the first
/// registration; later ones are ignored.
pub fn answer_check_signals(check: fn() -> Result<()>) -> bool {
    SIGNALS.of_rust.set(check).is_ok()
}

/// Asks the front end whether its user wants to stop. Long loops call this function regularly and
/// return the error.
///
/// # Errors
/// If the user wants to stop: the error of a Rust front end, or [`PendingException`].
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
