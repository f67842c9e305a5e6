//! Functions of Python's for native code.

#![expect(unsafe_code, reason = "arguments are put into a tuple by Python's C API")]

use objet::{ArgValue, Args, ErrorKind, PackedFunc, RetValue, RuntimeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::lock::{self, Held};
use crate::{error, value};

const GONE: &str = "a function of Python's is called, and the interpreter is gone";

struct Callback(Held<Py<PyAny>>);

/// A callable of Python's as a function that any thread may call.
pub(crate) fn function(callable: &Bound<'_, PyAny>) -> PyResult<PackedFunc> {
    let callback = Callback(Held::new(callable.clone().unbind()));
    Ok(PackedFunc::from_fn(move |args, result| {
        let returned = lock::with(|py| match callback.call(py, args) {
            Ok(returned) => returned,
            Err(raised) => Err(error::of_python(py, raised)),
        });
        *result = returned.unwrap_or_else(|| Err(RuntimeError::new(ErrorKind::TVM_ERROR, GONE)))?;
        Ok(())
    }))
}

/// Calls a function of Python's with one argument.
pub(crate) fn call<'py>(function: &Bound<'py, PyAny>, arg: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = function.py();
    let args = PyTuple::new(py, [arg])?;
    // SAFETY: the thread is attached, and both live as long as this call, which gives a new reference.
    unsafe { Bound::from_owned_ptr_or_err(py, lock::call(function.as_ptr(), args.as_ptr())) }
}

impl Callback {
    /// The outer error is Python's, the inner one that of arguments or of a result that cannot cross.
    fn call(&self, py: Python<'_>, args: Args<'_>) -> PyResult<Result<RetValue, RuntimeError>> {
        // SAFETY: the thread is attached. A tuple takes over the references that are put into it, and may be given up half full.
        let returned = unsafe {
            let given = Bound::from_owned_ptr_or_err(py, ffi::PyTuple_New(args.len() as ffi::Py_ssize_t))?;
            for (position, arg) in args.into_iter().enumerate() {
                let item = match arg {
                    Ok(ArgValue::Int(number)) => ffi::PyLong_FromLongLong(number),
                    Ok(arg) => match RetValue::try_from(arg) {
                        Ok(owned) => value::of_ret(py, owned),
                        Err(error) => return Ok(Err(error.into())),
                    },
                    Err(error) => return Ok(Err(error)),
                };
                if item.is_null() {
                    return Err(PyErr::fetch(py));
                }
                ffi::PyTuple_SetItem(given.as_ptr(), position as ffi::Py_ssize_t, item);
            }
            let returned = lock::call(self.0.get(py).as_ptr(), given.as_ptr());
            Bound::from_owned_ptr_or_err(py, returned)?
        };
        Ok(match value::given(&returned)? {
            value::Given::Borrowed(ArgValue::Int(number)) => Ok(RetValue::Int(number)),
            value::Given::Owned(value) => Ok(value),
            value::Given::Borrowed(ArgValue::Object(object)) => Ok(object.to_object_ref().into()),
            value::Given::Borrowed(value) => RetValue::try_from(value).map_err(Into::into),
        })
    }
}
