//! Whether the user wants to stop: what long work in native code asks now and then, by [`objet::check_signals`].

use std::cell::Cell;
use std::time::{Duration, Instant};

use objet::RuntimeError;
use objet::backend::answer_check_signals;

use crate::{error, lock};

/// No user waits impatiently for as short as this.
const OFTEN: Duration = Duration::from_millis(20);

thread_local! {
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Has this library's native code ask Python. Another front end in the process may do so already.
pub(crate) fn init() {
    answer_check_signals(check);
}

/// Runs the handlers of signals that came, as Python does on its main thread. A thread that has not given up the lock has none to run, or
/// does so itself.
fn check() -> Result<(), RuntimeError> {
    let now = Instant::now();
    if ASKED.get().is_some_and(|last| now.duration_since(last) < OFTEN) {
        return Ok(());
    }
    ASKED.set(Some(now));
    let checked = lock::with_again(|py| py.check_signals().map_err(|raised| error::of_python(py, raised)));
    checked.unwrap_or(Ok(()))
}
