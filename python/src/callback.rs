//! Functions of Python's for native code.

use objet::{ArgValue, Args, PackedFunc, RetValue, RuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::lock::Held;
use crate::{error, value};

struct Callback {
    callable: Py<PyAny>,
    // After the callable: while anything of Python's is left here, it counts.
    _held: Held,
}

/// A callable of Python's as a function that any thread may call.
pub(crate) fn function(callable: &Bound<'_, PyAny>) -> PyResult<PackedFunc> {
    let callback = Callback { callable: callable.clone().unbind(), _held: Held::new() };
    Ok(PackedFunc::from_fn(move |args, result| {
        Python::attach(|py| {
            *result = callback.call(py, args).map_err(|raised| error::of_python(py, raised))??;
            Ok(())
        })
    }))
}

impl Callback {
    /// The outer error is Python's, the inner one that of arguments or of a result that cannot cross.
    fn call(&self, py: Python<'_>, args: Args<'_>) -> PyResult<Result<RetValue, RuntimeError>> {
        let mut given = Vec::with_capacity(args.len());
        for arg in args {
            let owned = match arg.and_then(|arg| Ok(RetValue::try_from(arg)?)) {
                Ok(owned) => owned,
                Err(error) => return Ok(Err(error)),
            };
            given.push(value::to_python(py, owned)?);
        }
        let returned = self.callable.bind(py).call1(PyTuple::new(py, given)?)?;
        let returned = value::given(&returned)?;
        Ok(match returned {
            value::Given::Owned(value) => Ok(value),
            value::Given::Borrowed(ArgValue::Object(object)) => Ok(object.to_object_ref().into()),
            value::Given::Borrowed(value) => Ok(RetValue::try_from(value).map_err(error::of_value)?),
        })
    }
}
