//! Functions, modules and timers, for the Python part of the package.

use objet::device::TimeEvaluator;
use objet::function::{PackedFuncNode, RegistryError};
use objet::{IsObjectRef, Module, PackedFunc, Registry};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::conversion_error::{article, class_name};
use crate::value::{self, Arg};
use crate::{callback, docs, error, foreign, instance, lock, number, progress, source_location};

/// Returns a function unchanged, and wraps any other callable in a function.
fn function_of(object: &Bound<'_, PyAny>) -> PyResult<PackedFunc> {
    let native = instance::native(object).cloned();
    match native.and_then(|native| native.downcast::<PackedFunc>().ok()) {
        Some(function) => Ok(function),
        None if object.is_callable() => Ok(callback::function(object)),
        None => {
            let found = article(&class_name(object));
            Err(PyTypeError::new_err(format!("expected a callable, found {found}")))
        }
    }
}

/// Converts a callable to a function.
#[pyfunction]
pub(crate) fn function<'py>(callable: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    value::to_python(callable.py(), function_of(callable)?.into())
}

/// Returns the Python callable of a function, or `None` if the function has none.
#[pyfunction]
pub(crate) fn callable_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let native = instance::native(object).and_then(|native| native.as_node::<PackedFuncNode>());
    Ok(native.and_then(|function| callback::callable(object.py(), function)))
}

/// Returns the function with a global name, or `None` if no function has the name.
#[pyfunction]
pub(crate) fn find_function<'py>(py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    foreign::find_function(name).map(|function| value::to_python(py, function.into())).transpose()
}

/// Returns the function with a global name. A missing function is an error.
#[pyfunction]
pub(crate) fn expect_function<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = foreign::find_function(name).map_or_else(|| Registry::expect(name), Ok);
    match found {
        Ok(function) => value::to_python(py, function.into()),
        Err(failed) => Err(PyValueError::new_err(failed.to_string())),
    }
}

/// Registers a callable under a global name.
#[pyfunction]
pub(crate) fn register_function(name: &str, callable: &Bound<'_, PyAny>, replace: bool) -> PyResult<()> {
    let function = function_of(callable)?;
    if name.is_empty() {
        return Err(PyValueError::new_err("the name of a function is empty"));
    }
    let registered =
        Registry::register_at(name, function, source_location::of_caller(callable.py())?, replace);
    registered.map_err(|error| {
        PyValueError::new_err(match error {
            RegistryError::DuplicateRegistration { .. } => {
                format!("{error}; pass override=True to replace the first function")
            }
            error => error.to_string(),
        })
    })
}

/// Forgets each function that module attributes keep, when it loses its name.
pub(crate) fn forget_replaced() {
    Registry::on_change(|name| {
        // Without an interpreter, nothing keeps functions.
        lock::attach(|py| {
            let forgotten =
                py.import("objet.classes").and_then(|classes| classes.call_method1("forget", (name,)));
            if let Err(error) = forgotten {
                error.write_unraisable(py, None);
            }
        });
    });
}

/// Removes a global name. Returns whether a function had the name.
#[pyfunction]
pub(crate) fn remove_function(name: &str) -> bool {
    Registry::remove(name)
}

/// Returns the global names with the given prefix, sorted.
#[pyfunction]
pub(crate) fn function_names(prefix: &str) -> Vec<&'static str> {
    Registry::names(prefix)
}

/// Describes a function: name, doc, signature in Python syntax or `None`, and the types of the
/// parameters and the result.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a tuple for Python")]
pub(crate) fn function_info(
    object: &Bound<'_, PyAny>,
) -> PyResult<(String, String, Option<String>, Option<(Vec<(String, bool)>, String)>)> {
    let function = function_of(object)?;
    let types = function.signature().map(|signature| {
        let params = signature.params().iter();
        let params = params.map(|param| (param.type_name().into(), param.is_tail())).collect();
        (params, signature.result().into())
    });
    let signature = docs::text_signature(&function);
    Ok((function.name().into(), docs::function(&function), signature, types))
}

/// Returns a function of a module, or of its imports, by name. Returns `None` if it does not exist.
#[pyfunction]
pub(crate) fn module_function<'py>(
    module: &Bound<'py, PyAny>,
    name: &str,
    imports: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = module.py();
    let native = instance::native(module).cloned();
    let module = native
        .and_then(|native| native.downcast::<Module>().ok())
        .ok_or_else(|| PyTypeError::new_err("the object is not an objet.Module"))?;
    let found = if imports { module.function_with_imports(name) } else { module.function(name) };
    let found = found.map_err(|failed| error::to_python(py, failed))?;
    found.map(|function| value::to_python(py, function.into())).transpose()
}

/// Measures a function on a device. Returns the mean seconds of a run for each of the `repeat`
/// measurements.
#[pyfunction]
pub(crate) fn time_function(
    object: &Bound<'_, PyAny>,
    device: &Bound<'_, PyAny>,
    number: i64,
    repeat: i64,
    min_repeat_ms: i64,
    args: &Bound<'_, PyTuple>,
) -> PyResult<Vec<f64>> {
    let py = object.py();
    let timer = TimeEvaluator::new(function_of(object)?, value::device(device)?)
        .number(number::count("number", number)?)
        .repeat(number::count("repeat", repeat)?)
        .min_repeat_ms(number::count("min_repeat_ms", min_repeat_ms)?);
    let args: Vec<_> = args.iter().collect();
    let converted =
        args.iter().map(|arg| callback::kept(value::convert(arg)?)).collect::<PyResult<Vec<_>>>()?;
    let values: Vec<_> = converted.iter().map(Arg::as_arg).collect();
    let timing = progress::stoppable(py, || timer.run(values.as_slice()));
    timing.map(|timing| timing.results().to_vec()).map_err(|failed| error::to_python(py, failed))
}
