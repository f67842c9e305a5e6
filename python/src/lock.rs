//! The interpreter's lock during calls of native code.
//!
//! To give the lock up and take it again costs several times what a short call does. So it is given up only if there is somebody
//! who could want it: another thread of Python's, or native code that has something of Python's, a function or the memory of a tensor,
//! which it may use or give back on a thread of its own. Where there is neither, nobody can wait for the lock, however long the call takes.
//!
//! Invariant: what [`without`] runs uses no Python object but by way of [`with`]. Values that it was given refer to
//! memory of Python objects that the caller keeps alive, which nobody changes.

#![expect(unsafe_code, reason = "values are used while the thread is detached")]

use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

/// How many things of Python's native code has.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// The threads that the module `threading` knows, the main one among them.
static THREADS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

/// Notes where Python keeps its threads.
pub(crate) fn init(py: Python<'_>) -> PyResult<()> {
    let threads = py.import("threading")?.getattr("_active")?.cast_into::<PyDict>()?.unbind();
    THREADS.get_or_init(py, || threads);
    Ok(())
}

/// Counts as something of Python's that native code has.
pub(crate) struct Held(());

impl Held {
    pub(crate) fn new() -> Self {
        HELD.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether there is somebody who could want the lock.
#[inline(always)]
pub(crate) fn is_wanted(py: Python<'_>) -> bool {
    HELD.load(Ordering::Relaxed) > 0
        || THREADS.get(py).is_none_or(|threads| {
            // SAFETY: it is a dict, and the thread is attached.
            unsafe { ffi::PyDict_Size(threads.as_ptr()) > 1 }
        })
}

/// What is used by this thread alone, though while it is detached.
struct Here<T>(T);

// SAFETY: it stays on its thread; see the file's invariant.
unsafe impl<T> Send for Here<T> {}

impl<R, F: FnOnce() -> R> Here<F> {
    fn call(self) -> Here<R> {
        Here((self.0)())
    }
}

thread_local! {
    /// The state of this thread in the interpreter while [`without`] has taken it from there; null otherwise.
    static DETACHED: Cell<*mut ffi::PyThreadState> = const { Cell::new(null_mut()) };
}

/// Puts back what was there before, also after a panic.
struct Before(*mut ffi::PyThreadState);

impl Drop for Before {
    fn drop(&mut self) {
        DETACHED.set(self.0);
    }
}

/// Does `work` without the lock.
#[inline(never)]
pub(crate) fn without<R>(py: Python<'_>, work: impl FnOnce() -> R) -> R {
    // SAFETY: the thread is attached.
    let state = unsafe { ffi::PyThreadState_Get() };
    let work = Here(move || {
        let _before = Before(DETACHED.replace(state));
        work()
    });
    py.detach(move || work.call()).0
}

/// Does `work` with the lock, from whatever thread: with the state of its own that a thread of Python's has left behind, or a new one.
#[inline]
pub(crate) fn with<R>(work: impl FnOnce(Python<'_>) -> R) -> R {
    struct Leave(*mut ffi::PyThreadState);
    impl Drop for Leave {
        fn drop(&mut self) {
            // SAFETY: the thread is attached by this state.
            unsafe { ffi::PyEval_SaveThread() };
            DETACHED.set(self.0);
        }
    }
    let state = DETACHED.replace(null_mut());
    if state.is_null() {
        return Python::attach(work);
    }
    // SAFETY: this thread left the state behind, and takes it up again; who is called meanwhile finds none here.
    unsafe {
        ffi::PyEval_RestoreThread(state);
        let _leave = Leave(state);
        work(Python::assume_attached())
    }
}
