//! Progress of long native work: reports to Python, and Ctrl-C.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use objet::progress::{Progress, Stopped, watch};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::callback;
use crate::lock::{self, Attached};

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
}

/// Runs work of a thread that has given up the lock of the interpreter. Signals and exceptions of
/// the report stop it.
pub(crate) fn watched<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    watch(ask, work).map_err(|stopped: Stopped| {
        RAISED.take().unwrap_or_else(|| PyRuntimeError::new_err(stopped.to_string()))
    })
}

fn ask(progress: Progress) -> ControlFlow<()> {
    let now = Instant::now();
    if LAST.get().is_some_and(|last| now.duration_since(last) < OFTEN) {
        return ControlFlow::Continue(());
    }
    LAST.set(Some(now));
    match lock::attach(|py| report(py, progress)) {
        Some(Err(raised)) => {
            RAISED.set(Some(raised));
            ControlFlow::Break(())
        }
        // The interpreter is gone in the other case.
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
