//! What is around the slots of classes, which Python calls with no frame of PyO3's in between.
//!
//! Two things would be missing there: a panic would end the process, and PyO3, which counts for itself whether a thread is attached, would
//! put off to give up what it holds. So no panic leaves a [`guarded`] slot, and what may make or end objects of PyO3's is done [`attached`].

use std::any::Any;
use std::ptr::null_mut;

use objet::__private::caught;
use objet::RuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::error;

/// What a slot gives: a new reference, or null with an exception set. A panic is an `objet.InternalError`.
#[inline(always)]
pub(crate) fn guarded(py: Python<'_>, work: impl FnOnce() -> *mut ffi::PyObject) -> *mut ffi::PyObject {
    caught(work).unwrap_or_else(|payload| panicked(py, payload))
}

#[cold]
#[inline(never)]
fn panicked(py: Python<'_>, payload: Box<dyn Any + Send>) -> *mut ffi::PyObject {
    let failed = RuntimeError::of_panic(payload);
    attached(py, |py| error::to_python(py, failed).restore(py));
    null_mut()
}

/// What some work gives. A panic, which may be one of a node's own code, is an `objet.InternalError`.
pub(crate) fn no_panic<T>(py: Python<'_>, work: impl FnOnce() -> T) -> PyResult<T> {
    caught(work).map_err(|payload| error::to_python(py, RuntimeError::of_panic(payload)))
}

/// Does what nobody waits for. A panic is told as Python tells of exceptions in `__del__`.
#[inline(always)]
pub(crate) fn guarded_end(py: Python<'_>, work: impl FnOnce()) {
    if let Err(payload) = caught(work) {
        unraisable(py, payload);
    }
}

#[cold]
#[inline(never)]
fn unraisable(py: Python<'_>, payload: Box<dyn Any + Send>) {
    let failed = RuntimeError::of_panic(payload);
    attached(py, |py| {
        let pending = PyErr::take(py);
        error::to_python(py, failed).write_unraisable(py, None);
        if let Some(pending) = pending {
            pending.restore(py);
        }
    });
}

/// A new reference to what came of some work, or null with the exception set.
#[inline(always)]
pub(crate) fn raised(py: Python<'_>, outcome: PyResult<Bound<'_, PyAny>>) -> *mut ffi::PyObject {
    match outcome {
        Ok(value) => value.into_ptr(),
        Err(error) => raise(py, error),
    }
}

#[cold]
#[inline(never)]
fn raise(py: Python<'_>, error: PyErr) -> *mut ffi::PyObject {
    attached(py, |py| error.restore(py));
    null_mut()
}

/// Does `work` while PyO3 counts this thread as attached, as it is: what ends meanwhile ends at once.
pub(crate) fn attached<R>(py: Python<'_>, work: impl FnOnce(Python<'_>) -> R) -> R {
    let mut work = Some(work);
    let mut done = None;
    let mut run = |py: Python<'_>| done = work.take().map(|work| work(py));
    // At the very end of the interpreter nothing is counted any more.
    if Python::try_attach(&mut run).is_none() {
        run(py);
    }
    done.unwrap_or_else(|| unreachable!("the work was done once"))
}
