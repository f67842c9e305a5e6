//! Functions of Python's for native code.
//!
//! Such a function and the object that stands for it in Python may be all that keeps each other: what Python calls holds the object, which
//! holds the native function. The collector of Python sees through that, see [`owned_by`].
//!
//! Invariant: while a call without the lock is given a function, that is marked as in use, or the call has a reference of its own to it. So a
//! function to which the object in Python has the only reference, and which is not in use, gets no others while the collector is at work.

#![expect(unsafe_code, reason = "arguments are put into a tuple by Python's C API")]

use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::OnceLock;

use objet::{
    ArgValue, Args, ErrorKind, Frame, IsObjectRef, ObjectRef, PackedFunc, PackedFuncNode, RetValue,
    RuntimeError, TypeIndex,
};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyDict, PyTuple, PyType};

use crate::lock::{self, Held};
use crate::refusal::{Refusal, class_name};
use crate::slot::attached;
use crate::value::{self, Given};
use crate::{error, signals};

const GONE: &str = "a function of Python's is called, and it is gone";

/// What Python calls, until the collector takes it away.
struct Callback {
    callable: Held<Cell<Option<Py<PyAny>>>>,
    /// Whether it says that its result is a `bool`, once that was asked.
    gives_bool: OnceLock<bool>,
}

/// A callable of Python's as a function that any thread may call, under its name. What else is known of it is asked when it is wanted, as
/// that takes Python longer than many a call.
pub(crate) fn function(callable: &Bound<'_, PyAny>) -> PackedFunc {
    PackedFunc::with_data_called(name(callable), Callback::new(callable), call_native)
}

/// What a callable is called, or else its class.
fn name(callable: &Bound<'_, PyAny>) -> String {
    let name = callable.getattr_opt(intern!(callable.py(), "__name__")).ok().flatten();
    let name = name.and_then(|name| name.extract().ok());
    name.unwrap_or_else(|| class_name(callable))
}

/// What Python calls for a function, if that is one of Python's.
pub(crate) fn callable<'py>(py: Python<'py>, function: &PackedFuncNode) -> Option<Bound<'py, PyAny>> {
    function.data::<Callback>()?.callable(py)
}

/// Whether a function is one of Python's that says that its result is a `bool`.
pub(crate) fn gives_bool(py: Python<'_>, function: &PackedFuncNode) -> bool {
    let Some(callback) = function.data::<Callback>() else { return false };
    let known = callback.gives_bool.get().copied();
    known.unwrap_or_else(|| attached(py, |py| callback.ask_for_bool(py)))
}

/// Calls a function of Python's as Python does that has names for some of its arguments: those behind the first ones.
#[inline(never)]
pub(crate) fn call_by_name<'py>(
    function: &PackedFuncNode,
    callable: &Bound<'py, PyAny>,
    args: &[Given<'_>],
    names: &Bound<'py, PyTuple>,
) -> Result<RetValue, RuntimeError> {
    let py = callable.py();
    let call = || {
        let mut objects = Vec::with_capacity(args.len());
        for arg in args {
            match object_of(py, Ok(arg.as_arg())) {
                Ok(object) => objects.push(object?),
                Err(error) => return Ok(Err(error)),
            }
        }
        let named = PyDict::new(py);
        for (name, object) in names.iter().zip(objects.split_off(args.len() - names.len())) {
            named.set_item(name, object)?;
        }
        let objects = PyTuple::new(py, objects)?;
        // SAFETY: the thread is attached, and all three live as long as the call, which gives a new reference.
        let returned = unsafe {
            let returned = lock::call(callable.as_ptr(), objects.as_ptr(), named.as_ptr());
            Bound::from_owned_ptr_or_err(py, returned)?
        };
        value_of(callable, &returned)
    };
    let outcome = call().unwrap_or_else(|raised| Err(error::of_python(py, raised)));
    outcome.map_err(|failed| {
        failed.through(Frame::Function { name: function.name().into(), declared: function.declared() })
    })
}

/// Calls a function of Python's, for a result that stays in Python.
pub(crate) fn call<'py>(
    function: &Bound<'py, PyAny>,
    args: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    let args = args.into_pyobject(function.py())?;
    // SAFETY: the thread is attached, and both live as long as this call, which gives a new reference.
    unsafe {
        Bound::from_owned_ptr_or_err(function.py(), lock::call(function.as_ptr(), args.as_ptr(), null_mut()))
    }
}

/// Whether it is a function, of which a call without the lock has to take note.
#[inline(always)]
pub(crate) fn is_function(value: &ArgValue<'_>) -> bool {
    matches!(value, ArgValue::Object(object) if object.type_index() == TypeIndex::PACKED_FUNC)
}

/// What is given, with a reference of its own if it is a function.
pub(crate) fn kept(given: Given<'_>) -> PyResult<Given<'_>> {
    match given {
        Given::Borrowed(value) if is_function(&value) => given.into_owned().map(Given::Owned),
        given => Ok(given),
    }
}

/// What Python calls for a function, if the given reference is the only one to that.
pub(crate) fn owned_by(py: Python<'_>, native: &ObjectRef) -> Option<*mut ffi::PyObject> {
    let callback = sole(native)?;
    let callable = callback.callable.get(py);
    let taken = callable.take();
    let pointer = taken.as_ref().map(Py::as_ptr);
    callable.set(taken);
    pointer
}

/// Takes from a function what Python calls for it, if the given reference is the only one to that.
pub(crate) fn end(py: Python<'_>, native: &ObjectRef) {
    let taken = sole(native).and_then(|callback| callback.callable.get(py).take());
    drop(taken.map(|callable| callable.into_bound(py)));
}

fn sole(native: &ObjectRef) -> Option<&Callback> {
    let callback = native.as_node::<PackedFuncNode>()?.data::<Callback>()?;
    (native.strong_count() == 1 && native.weak_count() == 0).then_some(callback)
}

fn call_native(callback: &Callback, args: Args<'_>, result: &mut RetValue) -> Result<(), RuntimeError> {
    let returned = lock::with(|py| match callback.call(py, args) {
        Ok(returned) => returned,
        Err(raised) => Err(error::of_python(py, raised)),
    });
    *result = returned.unwrap_or_else(|| Err(RuntimeError::new(ErrorKind::TVM_ERROR, GONE)))?;
    Ok(())
}

/// Whether an object is a function or a method, which is a callable and nothing else.
pub(crate) fn is_pythons(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static FUNCTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static METHOD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (py, class) = (object.py(), object.get_type());
    Ok(class.is(FUNCTION.import(py, "types", "FunctionType")?)
        || class.is(METHOD.import(py, "types", "MethodType")?)
        || object.is_instance_of::<PyCFunction>())
}

/// An argument as a Python object. The inner error is Python's, the outer one that of an argument that cannot cross.
#[inline(always)]
fn object_of<'py>(
    py: Python<'py>,
    arg: Result<ArgValue<'_>, RuntimeError>,
) -> Result<PyResult<Bound<'py, PyAny>>, RuntimeError> {
    // SAFETY: the thread is attached; a new reference, or null with the exception set.
    unsafe {
        let object = match arg? {
            ArgValue::Int(number) => ffi::PyLong_FromLongLong(number),
            other => value::of_ret(py, RetValue::try_from(other)?),
        };
        Ok(Bound::from_owned_ptr_or_err(py, object))
    }
}

/// The exception for a result that is none for native code.
#[cold]
#[inline(never)]
fn wrong_result(callable: &Bound<'_, PyAny>, refusal: Refusal) -> PyErr {
    refusal.of_result(&name(callable))
}

/// What a function of Python's returned. The outer error is Python's, the inner one that of a result that cannot cross.
#[inline(always)]
fn value_of(
    callable: &Bound<'_, PyAny>,
    returned: &Bound<'_, PyAny>,
) -> PyResult<Result<RetValue, RuntimeError>> {
    if let Some(number) = value::small_int(returned) {
        return Ok(Ok(RetValue::Int(number)));
    }
    let given = value::try_given(returned).map_err(|refusal| wrong_result(callable, refusal))?;
    Ok(match given {
        Given::Borrowed(ArgValue::Int(number)) => Ok(RetValue::Int(number)),
        Given::Owned(value) => Ok(value),
        Given::Borrowed(ArgValue::Object(object)) => Ok(object.to_object_ref().into()),
        Given::Borrowed(value) => RetValue::try_from(value).map_err(Into::into),
    })
}

impl Callback {
    fn new(callable: &Bound<'_, PyAny>) -> Self {
        Self { callable: Held::new(Cell::new(Some(callable.clone().unbind()))), gives_bool: OnceLock::new() }
    }

    /// What Python calls, with a reference of its own.
    fn callable<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let kept = self.callable.get(py).take();
        let callable = kept.as_ref().map(|callable| callable.bind(py).clone());
        self.callable.get(py).set(kept);
        callable
    }

    #[cold]
    fn ask_for_bool(&self, py: Python<'_>) -> bool {
        let ask =
            |callable| call(&py.import("objet.functions")?.getattr("_gives_bool")?, (callable,))?.extract();
        let gives_bool = self.callable(py).and_then(|callable| ask(callable).ok()).unwrap_or(false);
        // Not by waiting for who asks meanwhile, who waits for the lock.
        self.gives_bool.set(gives_bool).ok();
        gives_bool
    }

    /// The outer error is Python's, the inner one that of arguments or of a result that cannot cross.
    fn call(&self, py: Python<'_>, args: Args<'_>) -> PyResult<Result<RetValue, RuntimeError>> {
        // What is called may have no code in which Python would look for signals.
        if signals::is_time() {
            py.check_signals()?;
        }
        let Some(callable) = self.callable(py) else {
            return Ok(Err(RuntimeError::new(ErrorKind::TVM_ERROR, GONE)));
        };
        let returned = if args.len() == 1 {
            let arg = match object_of(py, args.at(0)) {
                Ok(arg) => arg?,
                Err(error) => return Ok(Err(error)),
            };
            // SAFETY: the thread is attached, and both are alive.
            unsafe { lock::call_one(callable.as_ptr(), arg.as_ptr()) }
        } else {
            // SAFETY: the thread is attached. A tuple takes over the references that are put into it, and may be given up half full.
            unsafe {
                let given =
                    Bound::from_owned_ptr_or_err(py, ffi::PyTuple_New(args.len() as ffi::Py_ssize_t))?;
                for (position, arg) in args.into_iter().enumerate() {
                    let arg = match object_of(py, arg) {
                        Ok(arg) => arg?.into_ptr(),
                        Err(error) => return Ok(Err(error)),
                    };
                    ffi::PyTuple_SetItem(given.as_ptr(), position as ffi::Py_ssize_t, arg);
                }
                lock::call(callable.as_ptr(), given.as_ptr(), null_mut())
            }
        };
        // SAFETY: a new reference, or null with the exception set.
        let returned = unsafe { Bound::from_owned_ptr_or_err(py, returned)? };
        value_of(&callable, &returned)
    }
}
