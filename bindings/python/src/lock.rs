//! The interpreter lock during calls of native code.
//!
//! Each call of native code releases the lock, unless the function is declared
//! [short](objet::function::PackedFuncNode::is_short): releasing and acquiring the lock costs more
//! than a short call. A check whether another thread waits for the lock is not possible, because C
//! threads may call Python at any time.
//!
//! Invariants:
//! - The closure of [`detach`] uses Python only through [`attach`], or through PyO3's `attach`.
//! - The values that this closure uses refer to memory of Python objects. The caller keeps these
//!   objects alive, and their memory does not change.

#![expect(unsafe_code, reason = "Python's C API releases and acquires the lock")]

use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::mem::ManuallyDrop;
use std::ptr::null_mut;
use std::thread::LocalKey;

use objet::ObjectRef;
use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::slot::attached;

/// Checks that the interpreter has a lock and is the main interpreter, whose ID is 0. The whole
/// crate relies on both: the Python objects that native code holds belong to the main interpreter.
///
/// # Errors
/// If the interpreter was built without a lock, or if it is not the main interpreter.
pub(crate) fn init(py: Python<'_>) -> PyResult<()> {
    // SAFETY: the thread is attached.
    let this = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    if this != 0 {
        return Err(PyImportError::new_err("Objet works only in the main interpreter of a process"));
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
        "Objet needs the global interpreter lock, but this build of Python is free-threaded",
    ))
}

/// State of this extension that only an attached thread uses.
pub(crate) struct Attached<T>(RefCell<T>);

// SAFETY: only the attached thread accesses the content and its borrow count, and only one thread
// at a time is attached. A thread that detaches in `try_with` keeps the content borrowed, and the
// content may be used on different threads in turn.
unsafe impl<T> Sync for Attached<T> {}

impl<T> Attached<T> {
    pub(crate) const fn new(content: T) -> Self {
        Self(RefCell::new(content))
    }

    /// Runs `work` with the content.
    ///
    /// # Panics
    /// If `work` runs Python code that also uses the content.
    #[inline(always)]
    pub(crate) fn with<R>(&self, _py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> R {
        work(&mut self.0.borrow_mut())
    }

    /// Runs `work`, which may run Python code and may detach, with the content. Returns `None` if
    /// another call has the content.
    #[inline(always)]
    pub(crate) fn try_with<R>(&self, _py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> Option<R>
    where
        T: Send,
    {
        self.0.try_borrow_mut().ok().map(|mut content| work(&mut content))
    }
}

/// A Python value that native code holds and may drop on any thread.
pub(crate) struct Held<T>(ManuallyDrop<T>);

impl<T> Held<T> {
    pub(crate) fn new(content: T) -> Self {
        Self(ManuallyDrop::new(content))
    }

    pub(crate) fn get<'a>(&'a self, _py: Python<'a>) -> &'a T {
        &self.0
    }
}

// SAFETY: only the attached thread uses and drops the content, and only one thread at a time is
// attached.
unsafe impl<T> Send for Held<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Held<T> {}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        // PyO3 must count the thread as attached; otherwise it would defer the drop.
        attach(|py| {
            attached(py, |_| {
                let _flag = Flag::set(&IS_DROPPING, false);
                // SAFETY: the content is dropped once, here. If the interpreter is gone, the
                // content is never dropped.
                unsafe { ManuallyDrop::drop(&mut self.0) };
            });
        });
    }
}

thread_local! {
    /// Whether this thread runs in [`detach`], and not in an [`attach`] in it.
    static IS_DETACHED: Cell<bool> = const { Cell::new(false) };
}

/// A flag of this thread, which gets its former value again when this is dropped.
struct Flag {
    flag: &'static LocalKey<Cell<bool>>,
    before: bool,
}

impl Flag {
    #[inline(always)]
    fn set(flag: &'static LocalKey<Cell<bool>>, value: bool) -> Self {
        Self { flag, before: flag.replace(value) }
    }
}

impl Drop for Flag {
    #[inline(always)]
    fn drop(&mut self) {
        self.flag.set(self.before);
    }
}

/// Runs `work` without the lock.
#[inline]
pub(crate) fn detach<R>(py: Python<'_>, work: impl FnOnce() -> R) -> R {
    struct OnThisThread<T>(T);
    // SAFETY: PyO3 runs the closure on this thread. By the file's first invariant, the closure does
    // not use Python objects without the lock, from which the bound of PyO3 protects.
    unsafe impl<T> Send for OnThisThread<T> {}
    let work = OnThisThread(work);
    let run = move || {
        // The closure captures the whole value.
        let work = work;
        let _flag = Flag::set(&IS_DETACHED, true);
        OnThisThread((work.0)())
    };
    py.detach(run).0
}

/// Runs `work` with the lock, on any thread. Returns `None` if the interpreter is gone.
#[inline]
pub(crate) fn attach<R>(work: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    if IS_DETACHED.get() { reattach(work) } else { Python::try_attach(work) }
}

/// The lock of a thread, which may have had it before.
struct Ensured(ffi::PyGILState_STATE);

impl Ensured {
    /// Acquires the lock, if the thread does not have it.
    ///
    /// # Safety
    /// The thread has a thread state of Python.
    unsafe fn new() -> Self {
        // SAFETY: as the caller promised. The interpreter is not gone, because the state exists.
        Self(unsafe { ffi::PyGILState_Ensure() })
    }

    fn python(&self) -> Python<'_> {
        // SAFETY: the thread is attached until `self` is dropped.
        unsafe { Python::assume_attached() }
    }
}

impl Drop for Ensured {
    fn drop(&mut self) {
        // SAFETY: this is the end of the use of the lock that began with this state.
        unsafe { ffi::PyGILState_Release(self.0) };
    }
}

/// Runs `work` with the lock, if this Python thread has released the lock in [`detach`]. Works also
/// while the interpreter exits.
#[inline]
pub(crate) fn reattach<R>(work: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    IS_DETACHED.get().then(|| {
        let _flag = Flag::set(&IS_DETACHED, false);
        // SAFETY: the thread has a state, which `detach` has saved. Code in its closure may have
        // acquired the lock by PyO3.
        let ensured = unsafe { Ensured::new() };
        work(ensured.python())
    })
}

thread_local! {
    /// Whether this thread drops a native object in [`drop_native`].
    static IS_DROPPING: Cell<bool> = const { Cell::new(false) };
}

/// Drops a native object with the lock. Other threads run while [`detached_in_drop`] waits.
#[inline(always)]
pub(crate) fn drop_native(_py: Python<'_>, native: ObjectRef) {
    #[cfg(feature = "rpc")]
    let _flag = crate::rpc::is_in_use().then(|| Flag::set(&IS_DROPPING, true));
    drop(native);
}

/// Waits for another process, without the lock if this is part of [`drop_native`].
#[cfg(feature = "rpc")]
pub(crate) fn detached_in_drop(wait: &mut dyn FnMut()) {
    if !IS_DROPPING.get() {
        return wait();
    }
    let _flag = Flag::set(&IS_DROPPING, false);
    // SAFETY: the thread has called `drop_native` with the lock, so it has a state. Code that is
    // called by the drop, such as the deleter of a tensor, may have released the lock since.
    let ensured = unsafe { Ensured::new() };
    detach(ensured.python(), wait);
}

/// Blocks the thread for ever when it is dropped.
struct Parked;

impl Drop for Parked {
    fn drop(&mut self) {
        loop {
            std::thread::park();
        }
    }
}

unsafe extern "C-unwind" {
    // PyO3 declares these functions as functions that never unwind.
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

/// Calls a callable. All Python code that may run for long is called through this function.
///
/// Up to Python 3.13, a thread that waits for the lock while the interpreter exits is ended by
/// `pthread_exit`, which unwinds its stack. Rust frames do not support this unwinding. Therefore
/// the thread blocks here for ever, as it does in Python 3.14.
///
/// Infinite recursion of native code without Python frames in between raises `RecursionError`, and
/// so does a deep one that has used most of the stack: a higher recursion limit than Python's
/// default, or the stack of a thread, may be too much for the frames of native code.
pub(crate) fn call<'py>(
    callable: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    // PyO3 declares the same function as one that never unwinds. If a codegen unit has both
    // declarations, the compiler may use the declaration of PyO3 for this call too. A call by
    // address uses neither.
    let function = black_box::<Call>(PyObject_Call);
    let keywords = keywords.map_or_else(null_mut, Bound::as_ptr);
    // SAFETY: the thread is attached, and the objects outlive the call. The call returns a new
    // reference, or null with an exception set.
    unsafe {
        let returned = entered(|| function(callable.as_ptr(), args.as_ptr(), keywords));
        Bound::from_owned_ptr_or_err(callable.py(), returned)
    }
}

/// Calls a callable with one argument, without an argument tuple, which would take 9 % longer.
#[inline]
pub(crate) fn call_one<'py>(
    callable: &Bound<'py, PyAny>,
    arg: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as for `call`. A null pointer ends the arguments.
    unsafe {
        let end = null_mut::<ffi::PyObject>();
        let returned = entered(|| PyObject_CallFunctionObjArgs(callable.as_ptr(), arg.as_ptr(), end));
        Bound::from_owned_ptr_or_err(callable.py(), returned)
    }
}

/// Runs Python code and counts the depth of nested calls.
///
/// # Safety
/// The thread is attached.
#[inline]
unsafe fn entered(run: impl FnOnce() -> *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised. The strings end with a NUL.
    DEPTH.with(|deep| unsafe {
        let depth = deep.get();
        let is_deep = depth >= SHALLOW;
        if is_deep {
            let too_deep = if depth >= ffi::Py_GetRecursionLimit() {
                Some(c"maximum recursion depth exceeded in Python callables that native code calls")
            } else if stacker::remaining_stack().is_some_and(|bytes| bytes < RESERVED) {
                Some(c"the stack is full of Python callables that native code calls")
            } else {
                None
            };
            if let Some(text) = too_deep {
                ffi::PyErr_SetString(ffi::PyExc_RecursionError, text.as_ptr());
                return null_mut();
            }
            if ffi::Py_EnterRecursiveCall(c" in a Python callable".as_ptr()) != 0 {
                return null_mut();
            }
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
    /// The depth of nested calls of [`call`] on this thread. Python also counts calls, but since
    /// Python 3.12 it allows more of them than fit on the stack, because each call has Rust frames.
    static DEPTH: Cell<i32> = const { Cell::new(0) };
}

/// The depth up to which the recursion limit of Python and the stack are not checked.
const SHALLOW: i32 = 32;

/// The number of bytes of the stack that remain for the code below a deep call.
const RESERVED: usize = 256 << 10;
