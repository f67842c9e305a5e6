//! Going through containers of objects one item after the other, so that none is wrapped before it is asked for.

use std::sync::atomic::{AtomicUsize, Ordering};

use objet::ObjectRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::containers::{self, Items, map, native, plain_item};
use crate::value;

/// What an iterator gives of each item or entry.
#[derive(Clone, Copy)]
enum What {
    Items,
    /// Numbers for constants.
    Plain,
    Keys,
    Values,
    Entries,
}

/// An iterator over a container, which stays as it is: who changes it natively while Python has it changes a copy.
#[pyclass(frozen, module = "objet")]
pub(crate) struct ContainerIterator {
    container: ObjectRef,
    what: What,
    len: usize,
    is_reversed: bool,
    given: AtomicUsize,
}

#[pymethods]
impl ContainerIterator {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.given.load(Ordering::Relaxed);
        if number >= self.len {
            return Ok(None);
        }
        self.given.store(number + 1, Ordering::Relaxed);
        self.get(py, if self.is_reversed { self.len - 1 - number } else { number }).map(Some)
    }

    fn __length_hint__(&self) -> usize {
        self.len - self.given.load(Ordering::Relaxed)
    }
}

impl ContainerIterator {
    fn get<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyAny>> {
        if let What::Items | What::Plain = self.what {
            let items = Items::of(&self.container)?;
            return match self.what {
                What::Plain => plain_item(py, &items, place),
                _ => items.get(py, place),
            };
        }
        let Some((key, value)) = map(&self.container)?.entry(place) else {
            unreachable!("a map that is shared does not change")
        };
        let (key, value) = (|| value::of_reference(py, Some(key)), || value::of_reference(py, value));
        match self.what {
            What::Keys => key(),
            What::Values => value(),
            _ => Ok((key()?, value()?).into_pyobject(py)?.into_any()),
        }
    }
}

/// An iterator over `"items"` of a sequence, with numbers for constants if they are `"plain"`, or over `"keys"`, `"values"` or `"entries"`
/// of a map.
#[pyfunction]
#[pyo3(signature = (container, what, is_reversed=false))]
pub(crate) fn container_iterator(
    container: &Bound<'_, PyAny>,
    what: &str,
    is_reversed: bool,
) -> PyResult<ContainerIterator> {
    let object = native(container)?;
    let len = containers::container_len(container)?;
    let what = match what {
        "items" => What::Items,
        "plain" => What::Plain,
        "keys" => What::Keys,
        "values" => What::Values,
        "entries" => What::Entries,
        other => return Err(PyValueError::new_err(format!("there is no iterator over {other:?}"))),
    };
    Ok(ContainerIterator { container: object.clone(), what, len, is_reversed, given: AtomicUsize::new(0) })
}
