//! Conversions between native errors and Python exceptions.

use std::error::Error as StdError;
use std::fmt;

use objet::fields::ReflectError;
use objet::function::ErrorKind;
use objet::function::{Frame, RuntimeError, ValueError};
use objet::graph::GraphError;
use objet::walk::RewriteError;
use pyo3::exceptions::{PyAttributeError, PyException, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::callback;
use crate::lock::Held;

/// A Python exception that passes through native code as the source of an error.
struct Raised {
    error: Held<PyErr>,
    message: String,
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl StdError for Raised {}

/// Converts an exception to an error with the Python frames. The exception is the source of the
/// error.
pub(crate) fn of_python(py: Python<'_>, error: PyErr) -> RuntimeError {
    let value = error.value(py);
    let message = callback::call(py.get_type::<PyString>().as_any(), (value,));
    let message = message.map_or_else(|_| String::new(), |text| text.to_string());
    let kind = value.get_type().name().map_or_else(|_| "TVMError".into(), |name| name.to_string());
    let frames = frames(py, &error).unwrap_or_default();
    let failed = RuntimeError::with_source(ErrorKind::new(kind), Raised { error: Held::new(error), message });
    frames.into_iter().fold(failed, |failed, frame| failed.with_frame(Frame::Foreign(frame)))
}

/// Returns the Python frames of an exception, innermost first.
fn frames(py: Python<'_>, error: &PyErr) -> PyResult<Vec<String>> {
    let Some(traceback) = error.traceback(py) else { return Ok(Vec::new()) };
    callback::call(&py.import("objet.errors")?.getattr("_frames_of")?, (traceback,))?.extract()
}

/// Converts an error to an exception. If a Python exception caused the error, this exception is
/// returned. Otherwise, the kind of the error determines the class. The traceback gets a frame for
/// each native function that the error passed through.
#[cold]
pub(crate) fn to_python(py: Python<'_>, error: RuntimeError) -> PyErr {
    make(py, &error).unwrap_or_else(|failed| match raised(py, &error) {
        // While the interpreter exits, it imports no module.
        Some(raised) if failed.is_instance_of::<PyException>(py) => raised,
        _ => failed,
    })
}

fn make(py: Python<'_>, error: &RuntimeError) -> PyResult<PyErr> {
    let frames = PyList::empty(py);
    for frame in error.traceback() {
        // The traceback of the exception already has the Python frames.
        if let Frame::Function { name, declared } = frame {
            let location = declared.map(|declared| (declared.file, declared.line));
            frames.append((name, location))?;
        }
    }
    let pending = raised(py, error);
    let traceback = pending.as_ref().and_then(|raised| raised.traceback(py));
    let pending = pending.map(|raised| raised.into_value(py));
    let message = PyString::new(py, error.message());
    let of_native = py.import("objet.errors")?.getattr("_of_native")?;
    let made = callback::call(&of_native, (error.kind().name(), message, frames, pending, traceback))?;
    Ok(PyErr::from_value(made))
}

/// Converts an error of constructing or changing a node.
#[cold]
pub(crate) fn of_reflection(error: ReflectError) -> PyErr {
    let text = match &error {
        ReflectError::NotReflected { type_key } => format!("{type_key} has no reflected fields"),
        error => error.to_string(),
    };
    match error {
        ReflectError::UnknownType { .. } => PyKeyError::new_err(text),
        ReflectError::OutOfBounds { .. } | ReflectError::Invalid { .. } => PyValueError::new_err(text),
        ReflectError::Value { source, .. } if source.is_about_content() => PyValueError::new_err(text),
        _ => PyTypeError::new_err(text),
    }
}

/// Converts an error of reading an attribute.
#[cold]
pub(crate) fn of_attribute(error: ReflectError) -> PyErr {
    PyAttributeError::new_err(error.to_string())
}

/// Converts an error of converting a value.
#[cold]
pub(crate) fn of_value(error: ValueError) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

/// Converts an error of converting a value for the field with the given name.
#[cold]
pub(crate) fn of_value_of_field(name: &str, error: ValueError) -> PyErr {
    let text = format!("{name}: {error}");
    match error {
        ValueError::Range { .. } => PyValueError::new_err(text),
        _ => PyTypeError::new_err(text),
    }
}

/// Converts an error of loading or saving a graph. If a Python exception caused the error, it is
/// the cause of the new exception. An exception that ends the program, such as `KeyboardInterrupt`,
/// is returned itself.
#[cold]
pub(crate) fn of_graph(py: Python<'_>, error: GraphError) -> PyErr {
    let cause = raised(py, &error);
    match cause {
        Some(cause) if !cause.is_instance_of::<PyException>(py) => cause,
        cause => {
            // Python declares types, too.
            let text = error.to_string().replace(
                "link in the crate that defines it",
                "import the module that declares it, link in the crate that defines it",
            );
            let made = PyValueError::new_err(text);
            made.set_cause(py, cause);
            made
        }
    }
}

/// Returns the Python exception among the sources of an error.
fn raised(py: Python<'_>, error: &(dyn StdError + 'static)) -> Option<PyErr> {
    let sources = std::iter::successors(Some(error), |error| (*error).source());
    let mut sources = sources.map(|error| match error.downcast_ref::<Raised>() {
        Some(raised) => Some(raised.error.get(py)),
        // A function of another crate returns the exception itself.
        None => error.downcast_ref::<PyErr>(),
    });
    sources.find_map(|raised| Some(raised?.clone_ref(py)))
}

/// An exception that stops a rewrite.
pub(crate) struct Stopped(pub(crate) PyErr);

impl From<RewriteError> for Stopped {
    fn from(error: RewriteError) -> Self {
        Self(PyTypeError::new_err(error.to_string()))
    }
}
