//! The interpreter's lock during calls of native code.
//!
//! It is given up for the time of every call of native code, but of functions that say that they are [short](objet::PackedFuncNode::is_short):
//! to give it up and take it again costs more than these do. Who else could want it cannot be known: threads of C come to Python without a
//! word before.
//!
//! Invariants:
//! - What [`without`] runs, and all that native code has of Python's, uses Python only by way of [`with`]. PyO3 counts for itself whether
//!   a thread is attached, and does not see what `without` does: so all that native code keeps of Python's is in a [`Held`].
//! - Values that `without` works on refer to memory of Python objects that the caller keeps alive, which nobody changes.

#![expect(unsafe_code, reason = "the lock is given up and taken by Python's C API")]

use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::mem::ManuallyDrop;
use std::ptr::null_mut;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Makes sure that there is a lock, which all of this crate relies on, and that it is always that of one interpreter: objects of Python's that
/// native code has, classes among them, are those of the main one, whose number is 0.
///
/// # Errors
/// If this interpreter was built to do without, or if it is not the main one.
pub(crate) fn init(py: Python<'_>) -> PyResult<()> {
    // SAFETY: the thread is attached.
    let this = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    if this != 0 {
        return Err(PyImportError::new_err(
            "Objet works in the main interpreter of a process, and in no other one",
        ));
    }
    let sys = py.import("sys")?;
    let version: String = sys.getattr("version")?.extract()?;
    let is_enabled = match sys.getattr_opt("_is_gil_enabled")? {
        Some(is_enabled) => is_enabled.call0()?.extract()?,
        None => true,
    };
    if is_enabled && !version.contains("free-threading") {
        return Ok(());
    }
    Err(PyImportError::new_err(
        "Objet needs an interpreter with a global lock, and this build of Python is free-threaded",
    ))
}

/// State of this extension that is used by one thread at a time: the one that is attached to the interpreter.
pub(crate) struct Attached<T>(RefCell<T>);

// SAFETY: only the attached thread reaches the content and its count of borrows, and there is one such thread at a time.
unsafe impl<T> Sync for Attached<T> {}

impl<T> Attached<T> {
    pub(crate) const fn new(content: T) -> Self {
        Self(RefCell::new(content))
    }

    /// Uses the content. `work` runs no Python code, which could come here again: that would panic.
    #[inline(always)]
    pub(crate) fn with<R>(&self, _py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> R {
        work(&mut self.0.borrow_mut())
    }
}

/// Something of Python's that native code has, and may end on any thread.
pub(crate) struct Held<T>(ManuallyDrop<T>);

impl<T> Held<T> {
    pub(crate) fn new(content: T) -> Self {
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
        // SAFETY: the content ends once, here; or not at all, if the interpreter is gone. PyO3 must know that the thread is attached, or
        // else it would keep references until it does.
        with(|_| Python::attach(|_| unsafe { ManuallyDrop::drop(&mut self.0) }));
    }
}

thread_local! {
    /// The state of this thread in the interpreter while [`without`] has taken it from there; null otherwise.
    static DETACHED: Cell<*mut ffi::PyThreadState> = const { Cell::new(null_mut()) };
}

/// Does `work` without the lock.
#[inline]
pub(crate) fn without<R>(_py: Python<'_>, work: impl FnOnce() -> R) -> R {
    /// Takes the lock again, also after a panic.
    struct Back<'a> {
        detached: &'a Cell<*mut ffi::PyThreadState>,
        state: *mut ffi::PyThreadState,
        before: *mut ffi::PyThreadState,
    }
    impl Drop for Back<'_> {
        fn drop(&mut self) {
            self.detached.set(self.before);
            // SAFETY: this thread left the state behind, and whoever took it up meanwhile has left it again.
            unsafe { ffi::PyEval_RestoreThread(self.state) };
        }
    }
    DETACHED.with(|detached| {
        // SAFETY: the thread is attached.
        let state = unsafe { ffi::PyEval_SaveThread() };
        let _back = Back { detached, state, before: detached.replace(state) };
        work()
    })
}

/// Does `work` with the lock, from whatever thread: with the state that a thread of Python's has left behind, or a new one. `None` if
/// the interpreter is gone.
#[inline]
pub(crate) fn with<R>(work: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    DETACHED.with(|detached| match again(detached) {
        Some(attached) => Some(work(attached.python())),
        None => Python::try_attach(work),
    })
}

/// Does `work` with the lock, if this thread is one of Python's that has given it up by [`without`].
pub(crate) fn with_again<R>(work: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    DETACHED.with(|detached| again(detached).map(|attached| work(attached.python())))
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
    // PyO3 has it as a function that never unwinds.
    fn PyObject_Call(
        callable: *mut ffi::PyObject,
        args: *mut ffi::PyObject,
        keywords: *mut ffi::PyObject,
    ) -> *mut ffi::PyObject;
}

/// The type of `PyObject_Call`.
type Call = unsafe extern "C-unwind" fn(
    *mut ffi::PyObject,
    *mut ffi::PyObject,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// Calls a callable. All that may run Python code for long goes this way.
///
/// A thread that wants the lock while the interpreter exits is ended by it, up to Python 3.13 by an unwinding of its stack
/// (`pthread_exit`). Frames of Rust are not made for that, so the thread waits here for ever, as Python 3.14 has it do.
///
/// Native code that is called without end by itself, with no frame of Python's between, is an error as in Python.
pub(crate) fn call<'py>(
    callable: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    // PyO3 declares the same function as one that never unwinds. In a unit of code with both
    // declarations, the compiler may take PyO3's for this call too. A call by address has neither.
    let function = black_box::<Call>(PyObject_Call);
    let keywords = keywords.map_or_else(null_mut, Bound::as_ptr);
    // SAFETY: the thread is attached, and the objects live as long as the call, which returns a new
    // reference, or null with an exception set.
    unsafe {
        let returned = entered(|| function(callable.as_ptr(), args.as_ptr(), keywords));
        Bound::from_owned_ptr_or_err(callable.py(), returned)
    }
}

/// Runs Python code.
///
/// # Safety
/// The thread is attached.
#[inline]
unsafe fn entered(run: impl FnOnce() -> *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised; the texts end with a NUL.
    DEPTH.with(|deep| unsafe {
        let depth = deep.get();
        let is_deep = depth >= SHALLOW;
        if is_deep && depth >= ffi::Py_GetRecursionLimit() {
            let text = c"maximum recursion depth exceeded in functions of Python's that native code calls";
            ffi::PyErr_SetString(ffi::PyExc_RecursionError, text.as_ptr());
            return null_mut();
        }
        if is_deep && ffi::Py_EnterRecursiveCall(c" in a function of Python's".as_ptr()) != 0 {
            return null_mut();
        }
        deep.set(depth + 1);
        let parked = Parked;
        let returned = run();
        std::mem::forget(parked);
        deep.set(depth);
        if is_deep {
            ffi::Py_LeaveRecursiveCall();
        }
        returned
    })
}

thread_local! {
    /// How many calls of [`call`] this thread is in. Python counts too, but from 3.12 on it allows more of them than there is room for
    /// on the stack, since each has frames of Rust's in it.
    static DEPTH: Cell<i32> = const { Cell::new(0) };
}

/// So many are no reason to ask Python whether they are too many.
const SHALLOW: i32 = 64;

/// A thread that has taken up the state that it left behind, until this ends.
struct Again<'a> {
    detached: &'a Cell<*mut ffi::PyThreadState>,
    state: *mut ffi::PyThreadState,
}

impl Again<'_> {
    fn python(&self) -> Python<'_> {
        // SAFETY: the thread is attached for as long as `self` is borrowed.
        unsafe { Python::assume_attached() }
    }
}

impl Drop for Again<'_> {
    fn drop(&mut self) {
        // SAFETY: the thread is attached by this state.
        unsafe { ffi::PyEval_SaveThread() };
        self.detached.set(self.state);
    }
}

#[inline]
fn again(detached: &Cell<*mut ffi::PyThreadState>) -> Option<Again<'_>> {
    let state = detached.replace(null_mut());
    (!state.is_null()).then(|| {
        // SAFETY: this thread left the state behind; who is called meanwhile finds none here.
        unsafe { ffi::PyEval_RestoreThread(state) };
        Again { detached, state }
    })
}
