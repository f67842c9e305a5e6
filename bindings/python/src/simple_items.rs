//! The conversion of the first items of a container: those before the first item whose conversion
//! needs more than the fast path or fails. An integer is borrowed from a list, since each change of
//! a reference count is a call into the interpreter.
//!
//! Invariant: a borrowed item is used while the list has a reference to it. Only Python code can
//! take an item from a list, so an item is borrowed only if none runs before its last use.

#![expect(unsafe_code, reason = "items are borrowed from lists")]

use objet::ObjectRef;
use objet::function::ArgValue;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::PlainNumber;
use crate::number::{Constants, plain_number};
use crate::signals::LoopSteps;
use crate::value;

/// The conversion of the first items of containers.
pub(crate) struct SimpleItems {
    constants: Constants,
    /// Makes the constants of plain numbers, unless Python code does.
    of_plain_number: Option<Box<dyn FnMut(PlainNumber) -> ObjectRef>>,
}

impl SimpleItems {
    pub(crate) fn new() -> Self {
        let constants = Constants::new();
        Self { of_plain_number: constants.of_plain_numbers(), constants }
    }

    /// Converts the first items of a list.
    ///
    /// # Errors
    /// The exception of a signal handler. Handlers run between the items, so they may change the
    /// list.
    pub(crate) fn of_list(&mut self, list: &Bound<'_, PyList>) -> PyResult<Vec<Option<ObjectRef>>> {
        while_some(list.py(), list.len(), |index| {
            // SAFETY: the list is alive. Python checks the index, and returns a reference that the
            // list has. An integer is read first, and then converted without Python code. The
            // conversion of other items may run Python code, such as an error handler of a codec,
            // so they are owned.
            let item = unsafe {
                let item = ffi::PyList_GetItem(list.as_ptr(), index as ffi::Py_ssize_t);
                Borrowed::from_ptr_or_err(list.py(), item).ok()?
            };
            if item.is_exact_instance_of::<PyInt>() {
                self.convert(&item)
            } else {
                self.convert(&item.to_owned())
            }
        })
    }

    /// Converts the first items of a tuple.
    ///
    /// # Errors
    /// The exception of a signal handler.
    pub(crate) fn of_tuple(&mut self, tuple: &Bound<'_, PyTuple>) -> PyResult<Vec<Option<ObjectRef>>> {
        while_some(tuple.py(), tuple.len(), |index| {
            let item = tuple.get_borrowed_item(index).ok()?;
            self.convert(&item)
        })
    }

    /// Converts the first of some items.
    ///
    /// # Errors
    /// The exception of a signal handler.
    pub(crate) fn of_slice(
        &mut self,
        py: Python<'_>,
        items: &[Bound<'_, PyAny>],
    ) -> PyResult<Vec<Option<ObjectRef>>> {
        while_some(py, items.len(), |index| self.convert(&items[index]))
    }

    /// Converts an item on the fast path. Returns `None` for other items, and for those whose
    /// conversion fails. Runs no Python code for an integer, at least until the last use of `item`.
    #[inline(always)]
    fn convert(&mut self, item: &Bound<'_, PyAny>) -> Option<Option<ObjectRef>> {
        let arg = value::fast_path(item)?;
        if let Some(constant) = &mut self.of_plain_number
            && let Some(number) = plain_number(item, arg)
        {
            return Some(Some(constant(number)));
        }
        match arg {
            ArgValue::Int(_) | ArgValue::Float(_) => self.constants.without_python(item, arg).map(Some),
            _ => value::as_object(item, arg).ok(),
        }
    }
}

/// Collects the results of `convert` for the indices up to `len`, before the first `None`.
#[inline(always)]
fn while_some(
    py: Python<'_>,
    len: usize,
    mut convert: impl FnMut(usize) -> Option<Option<ObjectRef>>,
) -> PyResult<Vec<Option<ObjectRef>>> {
    let mut made = Vec::with_capacity(len);
    let mut steps = LoopSteps::default();
    for index in 0..len {
        steps.count(py)?;
        let Some(object) = convert(index) else { break };
        made.push(object);
    }
    Ok(made)
}
