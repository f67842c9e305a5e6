//! The tuples of an iterator, which uses the memory of the last one again if nothing else has it.
//! A loop that unpacks the tuples makes only one.
//!
//! Invariants:
//! - The caller of a function that takes a [`Python`] is attached.
//! - A tuple changes only while this file has the only reference to it. Python checks this again.
//! - A tuple that keeps its hash does not change.

#![expect(unsafe_code, reason = "Python's C API changes tuples")]

use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The last tuple that an iterator has returned.
#[derive(Default)]
pub(crate) struct LastTuple(Option<Py<PyTuple>>);

impl LastTuple {
    /// Returns a tuple with these values.
    #[inline(always)]
    pub(crate) fn of<'py, const N: usize>(
        &mut self,
        py: Python<'py>,
        values: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyTuple>> {
        let last = self.0.take().map(|last| last.into_bound(py));
        let tuple = match last {
            Some(last) if !keep_hashes(py) && is_alone(&last) && last.len() == N => {
                refill(&last, values)?;
                last
            }
            _ => PyTuple::new(py, values)?,
        };
        self.0 = Some(tuple.clone().unbind());
        Ok(tuple)
    }
}

/// Whether tuples keep their hash, as they do since Python 3.14.
#[inline(always)]
fn keep_hashes(py: Python<'_>) -> bool {
    static KEEP: OnceLock<bool> = OnceLock::new();
    *KEEP.get_or_init(|| py.version_info() >= (3, 14))
}

/// Whether there is no other reference to a tuple. Since Python 3.14, the upper half of the word
/// holds flags.
#[inline(always)]
fn is_alone(tuple: &Bound<'_, PyTuple>) -> bool {
    // SAFETY: the tuple is alive while it is borrowed.
    unsafe { (*tuple.as_ptr()).ob_refcnt as u32 == 1 }
}

/// Replaces the items of a tuple, which has as many.
#[inline(always)]
fn refill<'py, const N: usize>(tuple: &Bound<'py, PyTuple>, values: [Bound<'py, PyAny>; N]) -> PyResult<()> {
    let object = tuple.as_ptr();
    // SAFETY: the tuple is alive while it is borrowed. Each call takes a reference to the value,
    // and fails if there is another reference to the tuple: dropping the old item may run Python
    // code. The collector may have stopped to track the tuple, if its items had no references.
    unsafe {
        if ffi::PyObject_GC_IsTracked(object) == 0 {
            ffi::PyObject_GC_Track(object.cast());
        }
        for (index, value) in values.into_iter().enumerate() {
            if ffi::PyTuple_SetItem(object, index as ffi::Py_ssize_t, value.into_ptr()) != 0 {
                return Err(PyErr::fetch(tuple.py()));
            }
        }
    }
    Ok(())
}
