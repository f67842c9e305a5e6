//! The cost of PyO3 itself: functions and a class that do almost nothing.

use pyo3::prelude::*;
use pyo3::types::PyString;

#[pyfunction]
fn one(x: i64) -> i64 {
    x + 1
}

#[pyfunction]
fn three(a: i64, b: i64, c: i64) -> i64 {
    a + b + c
}

#[pyfunction]
fn text_len(text: &str) -> usize {
    text.len()
}

#[pyfunction]
fn object(pair: PyRef<'_, Pair>) -> bool {
    pair.a == 0
}

#[pyfunction]
fn apply(function: &Bound<'_, PyAny>, x: i64) -> PyResult<i64> {
    function.call1((x,))?.extract()
}

/// A class with two fields and a property.
#[pyclass(frozen)]
struct Pair {
    #[pyo3(get)]
    a: i64,
    #[pyo3(get)]
    b: Py<PyAny>,
    text: String,
}

#[pymethods]
impl Pair {
    #[new]
    fn new(a: i64, b: Py<PyAny>) -> Self {
        Self { a, b, text: "a name of some length".into() }
    }

    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, &self.text)
    }
}

#[pymodule]
mod floor {
    #[pymodule_export]
    use super::{Pair, apply, object, one, text_len, three};
}
