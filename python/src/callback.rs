//! Functions of Python's for native code.
//!
//! Such a function and the object that stands for it in Python may be all that keeps each other: what Python calls holds the object, which
//! holds the native function. The collector of Python sees through that, see [`owned_by`].
//!
//! Invariant: while a call without the lock is given a function, that is marked as in use, or the call has a reference of its own to it. So a
//! function to which the object in Python has the only reference, and which is not in use, gets no others while the collector is at work.

#![expect(unsafe_code, reason = "arguments are put into a tuple by Python's C API")]

use std::cell::Cell;

use objet::{
    ArgValue, Args, ErrorKind, FunctionBuilder, IsObjectRef, ObjectRef, PackedFunc, PackedFuncNode, Param,
    RetValue, RuntimeError, TypeIndex,
};
use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyTuple, PyType};

use crate::lock::{self, Held};
use crate::value::{self, Given};
use crate::{error, signals};

const GONE: &str = "a function of Python's is called, and it is gone";

/// What Python calls, until the collector takes it away.
struct Callback(Held<Cell<Option<Py<PyAny>>>>);

/// A callable of Python's as a function that any thread may call.
pub(crate) fn function(callable: &Bound<'_, PyAny>) -> PackedFunc {
    PackedFunc::with_data(Callback::new(callable), call_native)
}

/// What is known of a callable.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct About<'py> {
    name: String,
    doc: String,
    params: Vec<AboutParam<'py>>,
    result: String,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct AboutParam<'py> {
    name: String,
    type_name: String,
    /// A tuple with the default, if there is one.
    default: Option<Bound<'py, PyTuple>>,
    is_tail: bool,
}

impl AboutParam<'_> {
    fn param(&self) -> PyResult<Param> {
        let param = Param::new(&*self.name).typed(&*self.type_name);
        match &self.default {
            _ if self.is_tail => Ok(param.tail()),
            Some(default) => Ok(param.with_default(value::given(&default.get_item(0)?)?.into_owned()?)),
            None => Ok(param),
        }
    }
}

/// A callable of Python's as a function of which something is known.
pub(crate) fn described(callable: &Bound<'_, PyAny>, about: &About<'_>) -> PyResult<PackedFunc> {
    let mut builder = FunctionBuilder::new(&*about.name).doc(&*about.doc);
    for param in &about.params {
        builder = builder.param(param.param()?);
    }
    let built = builder.build_with_data(Callback::new(callable), &*about.result, call_native);
    built.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Calls a function of Python's, for a result that stays in Python.
pub(crate) fn call<'py>(
    function: &Bound<'py, PyAny>,
    args: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    let args = args.into_pyobject(function.py())?;
    // SAFETY: the thread is attached, and both live as long as this call, which gives a new reference.
    unsafe { Bound::from_owned_ptr_or_err(function.py(), lock::call(function.as_ptr(), args.as_ptr())) }
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
    let callable = callback.0.get(py);
    let taken = callable.take();
    let pointer = taken.as_ref().map(Py::as_ptr);
    callable.set(taken);
    pointer
}

/// Takes from a function what Python calls for it, if the given reference is the only one to that.
pub(crate) fn end(py: Python<'_>, native: &ObjectRef) {
    let taken = sole(native).and_then(|callback| callback.0.get(py).take());
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

impl Callback {
    fn new(callable: &Bound<'_, PyAny>) -> Self {
        Self(Held::new(Cell::new(Some(callable.clone().unbind()))))
    }

    /// What Python calls, with a reference of its own.
    fn callable<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let kept = self.0.get(py).take();
        let callable = kept.as_ref().map(|callable| callable.bind(py).clone());
        self.0.get(py).set(kept);
        callable
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
                lock::call(callable.as_ptr(), given.as_ptr())
            }
        };
        // SAFETY: a new reference, or null with the exception set.
        let returned = unsafe { Bound::from_owned_ptr_or_err(py, returned)? };
        if let Some(number) = value::small_int(&returned) {
            return Ok(Ok(RetValue::Int(number)));
        }
        Ok(match value::given(&returned)? {
            Given::Borrowed(ArgValue::Int(number)) => Ok(RetValue::Int(number)),
            Given::Owned(value) => Ok(value),
            Given::Borrowed(ArgValue::Object(object)) => Ok(object.to_object_ref().into()),
            Given::Borrowed(value) => RetValue::try_from(value).map_err(Into::into),
        })
    }
}
