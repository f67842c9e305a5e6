//! Progress of long native work: reports to Python, and Ctrl-C.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use objet::function::RuntimeError;
use objet::progress::{Progress, Stopped, watch, watch_threads};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::lock::{self, Attached};
use crate::{callback, error};

/// Minimum time between two reports of a thread.
const OFTEN: Duration = Duration::from_millis(50);

/// The Python function that gets the reports.
static REPORT: Attached<Option<Py<PyAny>>> = Attached::new(None);

thread_local! {
    static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Whether the function that gets the reports is running.
    static IS_REPORTING: Cell<bool> = const { Cell::new(false) };
    /// The exception that stops the work.
    static RAISED: Cell<Option<PyErr>> = const { Cell::new(None) };
    /// Whether there is such an exception.
    static IS_STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// Watches the functions that Python calls without the lock.
pub(crate) fn init() {
    watch_threads(|progress| ask(progress, |report| lock::reattach(report)));
}

/// Runs work of a thread that has given up the lock of the interpreter. Signals and exceptions of
/// the report stop it.
pub(crate) fn watched<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let done = watch(|progress| ask(progress, |report| lock::attach(report)), work);
    match raised() {
        Some(raised) => Err(raised),
        None => done.map_err(|stopped: Stopped| PyRuntimeError::new_err(stopped.to_string())),
    }
}

/// Runs registered functions without the lock of the interpreter. Signals and exceptions of the
/// report stop them.
#[inline]
pub(crate) fn stoppable<T>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, RuntimeError>,
) -> Result<T, RuntimeError> {
    let outcome = lock::detach(py, work);
    stopped(py).map_or(outcome, Err)
}

/// Returns the exception that has stopped a function, whatever the function has returned.
#[inline]
fn stopped(py: Python<'_>) -> Option<RuntimeError> {
    if IS_STOPPED.get() { raised().map(|raised| error::of_python(py, raised)) } else { None }
}

#[cold]
fn raised() -> Option<PyErr> {
    IS_STOPPED.set(false);
    RAISED.take()
}

/// Reports the progress by a function that acquires the lock.
fn ask(
    progress: Progress,
    attach: impl FnOnce(&dyn Fn(Python<'_>) -> PyResult<()>) -> Option<PyResult<()>>,
) -> ControlFlow<()> {
    // Native code may have handled the end of an inner function as an error.
    if IS_STOPPED.get() {
        return ControlFlow::Break(());
    }
    let now = Instant::now();
    if LAST.get().is_some_and(|last| now.duration_since(last) < OFTEN) {
        return ControlFlow::Continue(());
    }
    LAST.set(Some(now));
    match attach(&|py| report(py, progress)) {
        Some(Err(raised)) => {
            RAISED.set(Some(raised));
            IS_STOPPED.set(true);
            ControlFlow::Break(())
        }
        // The interpreter is gone in the other case, or the thread has not given up the lock.
        Some(Ok(())) | None => ControlFlow::Continue(()),
    }
}

fn report(py: Python<'_>, progress: Progress) -> PyResult<()> {
    py.check_signals()?;
    let Some(report) = REPORT.with(py, |report| report.as_ref().map(|report| report.bind(py).clone())) else {
        return Ok(());
    };
    // The function may do long work itself.
    if IS_REPORTING.replace(true) {
        return Ok(());
    }
    let reported = callback::call(&report, (progress.work, progress.done, progress.total));
    IS_REPORTING.set(false);
    reported.map(drop)
}

/// Sets the function that gets the reports, and returns the previous one.
#[pyfunction]
pub(crate) fn set_report(py: Python<'_>, report: Option<Py<PyAny>>) -> Option<Py<PyAny>> {
    REPORT.with(py, |current| std::mem::replace(current, report))
}
