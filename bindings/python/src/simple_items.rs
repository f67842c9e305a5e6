//! The conversion of the first items of a list. An integer is borrowed from the list, since each
//! change of a reference count is a call into the interpreter.
//!
//! Invariant: a borrowed item is used while the list has a reference to it. Only Python code can
//! take an item from a list, so an item is borrowed only if none runs before its last use.

#![expect(unsafe_code, reason = "items are borrowed from lists")]

use objet::ObjectRef;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use crate::number::Constants;
use crate::signals::LoopSteps;
use crate::value;

/// Converts the first items of a list: those before the first item whose conversion needs more than
/// the fast path or fails.
///
/// # Errors
/// The exception of a signal handler. Handlers run between the items, so they may change the list.
pub(crate) fn simple_items(list: &Bound<'_, PyList>) -> PyResult<Vec<Option<ObjectRef>>> {
    let constants = Constants::new();
    let mut made = Vec::with_capacity(list.len());
    let mut steps = LoopSteps::default();
    let convert = |index| {
        // SAFETY: the list is alive. Python checks the index, and returns a reference that the list
        // has. An integer is read first, and then converted without Python code. The conversion of
        // other items may run Python code, such as an error handler of a codec, so they are owned.
        let item = unsafe {
            let item = ffi::PyList_GetItem(list.as_ptr(), index as ffi::Py_ssize_t);
            Borrowed::from_ptr_or_err(list.py(), item).ok()?
        };
        if item.is_exact_instance_of::<PyInt>() {
            value::simple_object(&item, &constants)
        } else {
            value::simple_object(&item.to_owned(), &constants)
        }
    };
    for index in 0..list.len() {
        steps.count(list.py())?;
        let Some(object) = convert(index) else { break };
        made.push(object);
    }
    Ok(made)
}
