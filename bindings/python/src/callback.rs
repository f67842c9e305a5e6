//! Python callables as native functions.
//!
//! A function and its Python object can form a reference cycle: the callable refers to the Python
//! object, which refers to the native function. Python's garbage collector traverses this cycle;
//! see [`owned_by`].
//!
//! A call that releases the lock holds its own reference to each function among its arguments.
//! Therefore the call never clones a function whose only reference the running collector has
//! counted.

use std::cell::Cell;
use std::sync::OnceLock;

use objet::function::{ArgValue, Args, ErrorKind, Frame, PackedFuncNode, RetValue, RuntimeError};
use objet::types::TypeIndex;
use objet::{IsObjectRef, ObjectRef, PackedFunc};
use pyo3::ffi::PyObject;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyCFunction, PyTuple, PyType};

use crate::conversion_error::class_name;
use crate::lock::{self, Held};
use crate::slot::attached;
use crate::value::{self, Arg};
use crate::{error, opaque, signals};

const GONE: &str = "the Python callable of this function no longer exists";

/// A callable, until the garbage collector takes it.
struct Callback {
    callable: Held<Cell<Option<Py<PyAny>>>>,
    /// Whether the callable declares `bool` as its result. Computed on first use.
    returns_bool: OnceLock<bool>,
}

/// Wraps a callable in a function of the same name that any thread may call. Other properties of
/// the callable are computed on first use, because computing them takes longer than many calls.
pub(crate) fn function(callable: &Bound<'_, PyAny>) -> PackedFunc {
    PackedFunc::with_data_called(name(callable), Callback::new(callable), call_native)
}

/// Returns the name of a callable, or the name of its class if the callable has no name.
fn name(callable: &Bound<'_, PyAny>) -> String {
    let name = callable.getattr_opt(intern!(callable.py(), "__name__")).ok().flatten();
    let name = name.and_then(|name| name.extract().ok());
    name.unwrap_or_else(|| class_name(callable))
}

/// Returns the callable of a function, if it is a Python callable.
pub(crate) fn callable<'py>(py: Python<'py>, function: &PackedFuncNode) -> Option<Bound<'py, PyAny>> {
    function.data::<Callback>()?.callable(py)
}

/// Whether a function is a Python callable that declares `bool` as its result.
pub(crate) fn returns_bool(py: Python<'_>, function: &PackedFuncNode) -> bool {
    let Some(callback) = function.data::<Callback>() else { return false };
    let cached = callback.returns_bool.get().copied();
    cached.unwrap_or_else(|| attached(py, |py| callback.query_returns_bool(py)))
}

/// Calls a Python callable. The last arguments are the named ones, in the order of `names`.
#[inline(never)]
pub(crate) fn call_by_name<'py>(
    function: &PackedFuncNode,
    callable: &Bound<'py, PyAny>,
    args: &[Arg<'_>],
    names: &Bound<'py, PyTuple>,
) -> Result<RetValue, RuntimeError> {
    let py = callable.py();
    let call = || {
        let args = args.iter().map(|arg| object_of(py, Ok(arg.as_arg())));
        let mut args = args.collect::<Result<Vec<_>, _>>()?;
        let named = names.iter().zip(args.split_off(args.len() - names.len()));
        let called = || lock::call(callable, &PyTuple::new(py, args)?, Some(&named.into_py_dict(py)?));
        value_of(callable, called().map_err(of_python(py))?)
    };
    let outcome: Result<_, RuntimeError> = call();
    outcome.map_err(|failed| {
        failed.with_frame(Frame::Function { name: function.name().into(), declared: function.declared() })
    })
}

/// Calls a Python callable whose result stays in Python.
pub(crate) fn call<'py>(
    function: &Bound<'py, PyAny>,
    args: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    lock::call(function, &args.into_pyobject(function.py())?, None)
}

/// Returns a new reference to the value if the value is a function. A call without the lock needs
/// this reference.
#[inline(always)]
pub(crate) fn function_of(value: &ArgValue<'_>) -> Option<ObjectRef> {
    match value {
        ArgValue::Object(object) if object.type_index() == TypeIndex::PACKED_FUNC => object.to_object_ref(),
        _ => None,
    }
}

/// Returns the value. A function gets its own reference.
pub(crate) fn kept(arg: Arg<'_>) -> PyResult<Arg<'_>> {
    let function = match &arg {
        Arg::Borrowed(value) => function_of(value),
        Arg::Owned(_) => None,
    };
    Ok(function.map_or(arg, |function| Arg::Owned(function.into())))
}

/// Returns the callable of a function, if the given reference to the function is the only one.
pub(crate) fn owned_by(py: Python<'_>, native: &ObjectRef) -> Option<*mut PyObject> {
    let callback = unique(native)?;
    let callable = callback.callable.get(py);
    let taken = callable.take();
    let pointer = taken.as_ref().map(Py::as_ptr);
    callable.set(taken);
    pointer
}

/// Drops the callable of a function, if the given reference to the function is the only one.
pub(crate) fn clear(py: Python<'_>, native: &ObjectRef) {
    let taken = unique(native).and_then(|callback| callback.callable.get(py).take());
    drop(taken.map(|callable| callable.into_bound(py)));
}

fn unique(native: &ObjectRef) -> Option<&Callback> {
    let callback = native.as_node::<PackedFuncNode>()?.data::<Callback>()?;
    (native.strong_count() == 1 && native.weak_count() == 0).then_some(callback)
}

fn call_native(callback: &Callback, args: Args<'_>, result: &mut RetValue) -> Result<(), RuntimeError> {
    let returned = lock::attach(|py| callback.call(py, args));
    *result = returned.unwrap_or_else(|| Err(gone()))?;
    Ok(())
}

fn gone() -> RuntimeError {
    RuntimeError::new(ErrorKind::TVM_ERROR, GONE)
}

/// Whether an object is a Python function, a bound method or a builtin function.
pub(crate) fn is_pythons(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static FUNCTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static METHOD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (py, class) = (object.py(), object.get_type());
    Ok(class.is(FUNCTION.import(py, "types", "FunctionType")?)
        || class.is(METHOD.import(py, "types", "MethodType")?)
        || object.is_instance_of::<PyCFunction>())
}

/// Returns a conversion of Python's exceptions to errors.
fn of_python(py: Python<'_>) -> impl Fn(PyErr) -> RuntimeError + Copy {
    move |raised| error::of_python(py, raised)
}

/// Converts an argument to a Python object.
#[inline(always)]
fn object_of<'py>(
    py: Python<'py>,
    arg: Result<ArgValue<'_>, RuntimeError>,
) -> Result<Bound<'py, PyAny>, RuntimeError> {
    let value = match arg? {
        ArgValue::Int(number) => RetValue::Int(number),
        other => RetValue::try_from(other)?,
    };
    value::to_python(py, value).map_err(of_python(py))
}

/// Converts the result of a callable.
#[inline(always)]
fn value_of(callable: &Bound<'_, PyAny>, returned: Bound<'_, PyAny>) -> Result<RetValue, RuntimeError> {
    let arg = match value::try_convert(&returned) {
        Ok(arg) => arg,
        Err(error) if error.is_about_the_class() => return Ok(opaque::of(&returned).into()),
        Err(error) => return Err(of_python(callable.py())(error.of_result(&name(callable)))),
    };
    match arg {
        Arg::Borrowed(ArgValue::Int(number)) => Ok(RetValue::Int(number)),
        Arg::Borrowed(value) => RetValue::try_from(value).map_err(Into::into),
        Arg::Owned(value) => Ok(value),
    }
}

impl Callback {
    fn new(callable: &Bound<'_, PyAny>) -> Self {
        Self {
            callable: Held::new(Cell::new(Some(callable.clone().unbind()))),
            returns_bool: OnceLock::new(),
        }
    }

    /// Returns the callable, as a new reference.
    fn callable<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let kept = self.callable.get(py).take();
        let callable = kept.as_ref().map(|callable| callable.bind(py).clone());
        self.callable.get(py).set(kept);
        callable
    }

    #[cold]
    fn query_returns_bool(&self, py: Python<'_>) -> bool {
        let ask =
            |callable| call(&py.import("objet.functions")?.getattr("_returns_bool")?, (callable,))?.extract();
        let returns_bool = self.callable(py).and_then(|callable| ask(callable).ok()).unwrap_or(false);
        // This must not wait for another thread: that thread may wait for the interpreter lock.
        self.returns_bool.set(returns_bool).ok();
        returns_bool
    }

    fn call(&self, py: Python<'_>, args: Args<'_>) -> Result<RetValue, RuntimeError> {
        // A callable without bytecode never looks for signals itself.
        if signals::is_time() {
            py.check_signals().map_err(of_python(py))?;
        }
        let callable = self.callable(py).ok_or_else(gone)?;
        let returned = if args.len() == 1 {
            lock::call_one(&callable, &object_of(py, args.at(0))?)
        } else {
            let args = args.into_iter().map(|arg| object_of(py, arg)).collect::<Result<Vec<_>, _>>()?;
            PyTuple::new(py, args).and_then(|args| lock::call(&callable, &args, None))
        };
        value_of(&callable, returned.map_err(of_python(py))?)
    }
}
