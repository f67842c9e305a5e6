//! Whether the user wants to stop: what long work in native code asks now and then, by [`objet::check_signals`].

use std::cell::Cell;
use std::time::{Duration, Instant};

use objet::RuntimeError;
use objet::backend::answer_check_signals;

use crate::{error, lock};

/// No user waits impatiently for as short as this.
const OFTEN: Duration = Duration::from_millis(20);

/// So many calls of functions of Python's go by from one look for signals to the next.
const CALLS: u32 = 16;

thread_local! {
    static COUNTED: Cell<u32> = const { Cell::new(0) };
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Has this library's native code ask Python. Another front end in the process may do so already.
pub(crate) fn init() {
    answer_check_signals(check);
}

/// Whether a function of Python's that is called now should look for signals before.
#[inline]
pub(crate) fn is_time() -> bool {
    COUNTED.with(|counted| {
        counted.set(counted.get().wrapping_add(1));
        counted.get().is_multiple_of(CALLS)
    })
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
