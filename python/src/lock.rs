//! The interpreter's lock during calls of native code.
//!
//! To give the lock up and take it again costs several times what a short call does. So it is given up only if there is somebody
//! who could want it: another thread of Python's, or native code that has something of Python's, a function or the memory of a tensor,
//! which it may use or give back on a thread of its own. Where there is neither, nobody can wait for the lock, however long the call takes.
//!
//! Invariants:
//! - What [`without`] runs, and all that native code has of Python's, uses Python only by way of [`with`]. PyO3 counts for itself whether
//!   a thread is attached, and does not see what `without` does: so all that native code keeps of Python's is in a [`Held`].
//! - Values that `without` works on refer to memory of Python objects that the caller keeps alive, which nobody changes.

#![expect(unsafe_code, reason = "the lock is given up and taken by Python's C API")]

use std::cell::Cell;
use std::mem::ManuallyDrop;
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

/// Something of Python's that native code has, and may end on any thread.
pub(crate) struct Held<T>(ManuallyDrop<T>);

impl<T> Held<T> {
    pub(crate) fn new(content: T) -> Self {
        HELD.fetch_add(1, Ordering::Relaxed);
        Self(ManuallyDrop::new(content))
    }

    pub(crate) fn get(&self, _py: Python<'_>) -> &T {
        &self.0
    }
}

// SAFETY: the content is used, and ends, by a thread that is attached, of which there is one at a time.
unsafe impl<T> Send for Held<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Held<T> {}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        // SAFETY: the content ends once, here; or not at all, if the interpreter is gone.
        with(|_| unsafe { ManuallyDrop::drop(&mut self.0) });
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

thread_local! {
    /// The state of this thread in the interpreter while [`without`] has taken it from there; null otherwise.
    static DETACHED: Cell<*mut ffi::PyThreadState> = const { Cell::new(null_mut()) };
}

/// Does `work` without the lock.
#[inline]
pub(crate) fn without<R>(_py: Python<'_>, work: impl FnOnce() -> R) -> R {
    /// Takes the lock again, also after a panic.
    struct Back {
        state: *mut ffi::PyThreadState,
        before: *mut ffi::PyThreadState,
    }
    impl Drop for Back {
        fn drop(&mut self) {
            DETACHED.set(self.before);
            // SAFETY: this thread left the state behind, and whoever took it up meanwhile has left it again.
            unsafe { ffi::PyEval_RestoreThread(self.state) };
        }
    }
    // SAFETY: the thread is attached.
    let state = unsafe { ffi::PyEval_SaveThread() };
    let _back = Back { state, before: DETACHED.replace(state) };
    work()
}

/// Does `work` with the lock, from whatever thread: with the state that a thread of Python's has left behind, or a new one. `None` if
/// the interpreter is gone.
#[inline]
pub(crate) fn with<R>(work: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    match again() {
        Some(attached) => Some(work(attached.python())),
        None => Python::try_attach(work),
    }
}

/// A thread that never goes on, once this ends.
struct Parked;

impl Drop for Parked {
    fn drop(&mut self) {
        loop {
            std::thread::park();
        }
    }
}

unsafe extern "C-unwind" {
    // PyO3 has it as a function that never unwinds, and does not call it.
    fn PyObject_CallObject(callable: *mut ffi::PyObject, args: *mut ffi::PyObject) -> *mut ffi::PyObject;
}

/// Calls a callable with a tuple of arguments; a new reference, or null with the exception set. All that may run Python code for long goes
/// this way.
///
/// A thread that wants the lock while the interpreter exits is ended by it, up to Python 3.13 by an unwinding of its stack
/// (`pthread_exit`). Frames of Rust are not made for that, so the thread waits here for ever, as Python 3.14 has it do.
///
/// Native code that is called without end by itself, with no frame of Python's between, is an error as in Python.
///
/// # Safety
/// The thread is attached; a callable and a tuple, which live as long as the call.
pub(crate) unsafe fn call(callable: *mut ffi::PyObject, args: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised; the texts end with a NUL.
    unsafe {
        let depth = DEPTH.get();
        if depth >= SHALLOW && depth >= ffi::Py_GetRecursionLimit() {
            let text = c"maximum recursion depth exceeded in functions of Python's that native code calls";
            ffi::PyErr_SetString(ffi::PyExc_RecursionError, text.as_ptr());
            return null_mut();
        }
        if ffi::Py_EnterRecursiveCall(c" in a function of Python's".as_ptr()) != 0 {
            return null_mut();
        }
        DEPTH.set(depth + 1);
        let parked = Parked;
        let returned = PyObject_CallObject(callable, args);
        std::mem::forget(parked);
        DEPTH.set(depth);
        ffi::Py_LeaveRecursiveCall();
        returned
    }
}

thread_local! {
    /// How many calls of [`call`] this thread is in. Python counts too, but from 3.12 on it allows more of them than there is room for
    /// on the stack, since each has frames of Rust's in it.
    static DEPTH: Cell<i32> = const { Cell::new(0) };
}

/// So many are no reason to ask Python for its limit.
const SHALLOW: i32 = 64;

/// A thread that has taken up the state that it left behind, until this ends.
struct Again(*mut ffi::PyThreadState);

impl Again {
    fn python(&self) -> Python<'_> {
        // SAFETY: the thread is attached for as long as `self` is borrowed.
        unsafe { Python::assume_attached() }
    }
}

impl Drop for Again {
    fn drop(&mut self) {
        // SAFETY: the thread is attached by this state.
        unsafe { ffi::PyEval_SaveThread() };
        DETACHED.set(self.0);
    }
}

#[inline]
fn again() -> Option<Again> {
    let state = DETACHED.replace(null_mut());
    (!state.is_null()).then(|| {
        // SAFETY: this thread left the state behind; who is called meanwhile finds none here.
        unsafe { ffi::PyEval_RestoreThread(state) };
        Again(state)
    })
}
