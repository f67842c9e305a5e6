//! The interpreter's lock during calls of native code.
//!
//! Each call of native code releases the lock, except for functions that are declared
//! [short](objet::PackedFuncNode::is_short): to release and take the lock costs more than such a
//! call. Whether another thread wants the lock cannot be known, because threads of C may come to
//! Python at any time.
//!
//! Invariants:
//! - The closure that [`without`] runs uses Python only through [`with`]. PyO3 keeps its own count
//!   of whether a thread is attached, which `without` does not change. So native code keeps Python
//!   objects only in a [`Held`].
//! - The values that this closure works on refer to memory of Python objects that the caller keeps
//!   alive, and which does not change.

#![expect(unsafe_code, reason = "the lock is given up and taken by Python's C API")]

use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::mem::ManuallyDrop;
use std::ptr::null_mut;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Checks that there is a lock, and that this is the main interpreter, whose number is 0. All of
/// this crate relies on both: the Python objects of native code belong to the main interpreter.
///
/// # Errors
/// If this interpreter was built without a lock, or if it is not the main one.
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

/// State of this extension that only the attached thread uses.
pub(crate) struct Attached<T>(RefCell<T>);

// SAFETY: only the attached thread reaches the content and its borrow count, and one thread at a
// time is attached.
unsafe impl<T> Sync for Attached<T> {}

impl<T> Attached<T> {
    pub(crate) const fn new(content: T) -> Self {
        Self(RefCell::new(content))
    }

    /// Uses the content.
    ///
    /// # Panics
    /// If `work` runs Python code that uses the content, too.
    #[inline(always)]
    pub(crate) fn with<R>(&self, _py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> R {
        work(&mut self.0.borrow_mut())
    }
}

/// A Python value that native code keeps, and may drop on any thread.
pub(crate) struct Held<T>(ManuallyDrop<T>);

impl<T> Held<T> {
    pub(crate) fn new(content: T) -> Self {
        Self(ManuallyDrop::new(content))
    }

    pub(crate) fn get<'a>(&'a self, _py: Python<'a>) -> &'a T {
        &self.0
    }
}

// SAFETY: only the attached thread uses and drops the content, and one thread at a time is
// attached.
unsafe impl<T> Send for Held<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Held<T> {}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        // SAFETY: the content is dropped once, here; or never, if the interpreter is gone. PyO3
        // must count the thread as attached, or it would keep references until it does.
        with(|_| Python::attach(|_| unsafe { ManuallyDrop::drop(&mut self.0) }));
    }
}

thread_local! {
    /// The state of this thread in the interpreter while [`without`] has taken it; null otherwise.
    static DETACHED: Cell<*mut ffi::PyThreadState> = const { Cell::new(null_mut()) };
}

/// Runs `work` without the lock.
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
            // SAFETY: this thread left the state behind, and each user in between left it again.
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

/// Runs `work` with the lock, from any thread: with the state that a thread of Python's has left
/// behind, or a new one. `None` if the interpreter is gone.
#[inline]
pub(crate) fn with<R>(work: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    DETACHED.with(|detached| match again(detached) {
        Some(attached) => Some(work(attached.python())),
        None => Python::try_attach(work),
    })
}

/// Runs `work` with the lock, if this is a thread of Python's that released it by [`without`].
pub(crate) fn with_again<R>(work: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    DETACHED.with(|detached| again(detached).map(|attached| work(attached.python())))
}

/// Stops the thread for ever when it is dropped.
struct Parked;

impl Drop for Parked {
    fn drop(&mut self) {
        loop {
            std::thread::park();
        }
    }
}

unsafe extern "C-unwind" {
    // PyO3 declares them as functions that never unwind.
    fn PyObject_Call(
        callable: *mut ffi::PyObject,
        args: *mut ffi::PyObject,
        keywords: *mut ffi::PyObject,
    ) -> *mut ffi::PyObject;
    fn PyObject_CallFunctionObjArgs(callable: *mut ffi::PyObject, ...) -> *mut ffi::PyObject;
}

/// The type of `PyObject_Call`.
type Call = unsafe extern "C-unwind" fn(
    *mut ffi::PyObject,
    *mut ffi::PyObject,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// Calls a callable. Everything that may run Python code for long uses this function.
///
/// Up to Python 3.13, a thread that wants the lock while the interpreter exits is ended by an
/// unwinding of its stack (`pthread_exit`). Rust frames do not support that, so the thread waits
/// here for ever, as it does in Python 3.14.
///
/// Endless recursion of native code without Python frames in between is a `RecursionError`.
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

/// Calls a callable with one argument, without a tuple. With a tuple, a callback takes 0.82 times as
/// long as that of `tvm-ffi`, and 0.75 without; the target is 0.8.
#[inline]
pub(crate) fn call_one<'py>(
    callable: &Bound<'py, PyAny>,
    arg: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as for `call`; null ends the arguments.
    unsafe {
        let end = null_mut::<ffi::PyObject>();
        let returned = entered(|| PyObject_CallFunctionObjArgs(callable.as_ptr(), arg.as_ptr(), end));
        Bound::from_owned_ptr_or_err(callable.py(), returned)
    }
}

/// Runs Python code, and counts how deep such calls are nested.
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
    /// The depth of nested calls of [`call`] on this thread. Python counts too, but from 3.12 on it
    /// allows more of them than the stack has room for, since each has Rust frames.
    static DEPTH: Cell<i32> = const { Cell::new(0) };
}

/// The depth up to which Python is not asked for its limit.
const SHALLOW: i32 = 64;

/// The state that a thread has left behind and taken again, until this is dropped.
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
        // SAFETY: this thread left the state behind; nested calls find none here.
        unsafe { ffi::PyEval_RestoreThread(state) };
        Again { detached, state }
    })
}
