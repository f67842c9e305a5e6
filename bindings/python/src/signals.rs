//! Handling of Python signals during long native work, which regularly calls
//! [`objet::function::check_signals`].

use std::cell::Cell;
use std::time::{Duration, Instant};

use objet::backend::answer_check_signals;
use objet::function::RuntimeError;
use pyo3::prelude::*;

use crate::{error, lock};

/// Minimum time between two checks. A user does not notice a delay of this length.
const OFTEN: Duration = Duration::from_millis(20);

/// Number of calls of Python callables between two checks.
const CALLS: u32 = 16;

/// Number of steps of a loop with the interpreter lock between two checks. A step is short.
const STEPS: u32 = 4096;

thread_local! {
    static COUNTED: Cell<u32> = const { Cell::new(0) };
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Registers the signal check with native code, unless another front end in the process has
/// registered one.
pub(crate) fn init() {
    answer_check_signals(check);
}

/// Whether the next call of a Python callable must check for signals first.
#[inline]
pub(crate) fn is_time() -> bool {
    COUNTED.with(|counted| {
        counted.set(counted.get().wrapping_add(1));
        counted.get().is_multiple_of(CALLS)
    })
}

/// A count of the steps of a loop that holds the interpreter lock, without Python code in between.
#[derive(Default)]
pub(crate) struct LoopSteps(u32);

impl LoopSteps {
    /// Counts a step. Regularly runs the handlers of pending signals, which are any Python code.
    ///
    /// # Errors
    /// The exception of a handler, such as `KeyboardInterrupt`.
    #[inline(always)]
    pub(crate) fn count(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0 = self.0.wrapping_add(1);
        if self.0.is_multiple_of(STEPS) { py.check_signals() } else { Ok(()) }
    }
}

/// Runs the handlers of pending signals, which Python does only on its main thread. A thread that
/// has not released the lock has nothing to do here: Python runs the handlers.
fn check() -> Result<(), RuntimeError> {
    let now = Instant::now();
    if ASKED.get().is_some_and(|last| now.duration_since(last) < OFTEN) {
        return Ok(());
    }
    ASKED.set(Some(now));
    let checked = lock::reattach(|py| py.check_signals().map_err(|raised| error::of_python(py, raised)));
    checked.unwrap_or(Ok(()))
}
