//! Iterators over native containers. An item gets its Python object only when the iterator reaches
//! it.

use std::sync::atomic::{AtomicUsize, Ordering};

use objet::containers::{MapNode, ShapeTupleNode};
use objet::{IsObjectRef, ObjectRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::containers::{self, Items, map, native, plain_item};
use crate::slot::attached;
use crate::{instance, value};

/// The values that an iterator yields.
#[derive(Clone, Copy)]
enum What {
    Items,
    /// The items, with numbers instead of constants.
    Plain,
    Keys,
    Values,
    Entries,
}

/// An iterator over a container. The container does not change: native code that changes a shared
/// container changes a copy.
#[pyclass(frozen, module = "objet")]
pub(crate) struct ContainerIterator {
    container: ObjectRef,
    what: What,
    len: usize,
    is_reversed: bool,
    returned: AtomicUsize,
}

/// Number of items between two checks for signals: `list(array)` runs no Python code.
const ITEMS: usize = 4096;

#[pymethods]
impl ContainerIterator {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.returned.load(Ordering::Relaxed);
        if number >= self.len {
            return Ok(None);
        }
        if number % ITEMS == ITEMS - 1 {
            py.check_signals()?;
        }
        self.returned.store(number + 1, Ordering::Relaxed);
        self.get(py, if self.is_reversed { self.len - 1 - number } else { number }).map(Some)
    }

    fn __length_hint__(&self) -> usize {
        self.len - self.returned.load(Ordering::Relaxed)
    }
}

impl ContainerIterator {
    fn new(container: &ObjectRef, what: What, is_reversed: bool) -> PyResult<Self> {
        let (container, len) = (container.clone(), containers::len(container)?);
        Ok(Self { container, what, len, is_reversed, returned: AtomicUsize::new(0) })
    }

    fn get<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        if let What::Items | What::Plain = self.what {
            let items = Items::of(&self.container)?;
            return match self.what {
                What::Plain => plain_item(py, &items, index),
                _ => items.get(py, index),
            };
        }
        let Some((key, value)) = map(&self.container)?.entry(index) else {
            unreachable!("a shared map does not change")
        };
        let (key, value) = (|| value::of_reference(py, Some(key)), || value::of_reference(py, value));
        match self.what {
            What::Keys => key(),
            What::Values => value(),
            _ => Ok((key()?, value()?).into_pyobject(py)?.into_any()),
        }
    }
}

/// Makes an iterator over the `"items"` of a sequence, over `"plain"` items (numbers instead of
/// constants), or over the `"keys"`, `"values"` or `"entries"` of a map.
#[pyfunction]
#[pyo3(signature = (container, what, is_reversed=false))]
pub(crate) fn container_iterator(
    container: &Bound<'_, PyAny>,
    what: &str,
    is_reversed: bool,
) -> PyResult<ContainerIterator> {
    let object = native(container)?;
    let what = match what {
        "items" => What::Items,
        "plain" => What::Plain,
        "keys" => What::Keys,
        "values" => What::Values,
        "entries" => What::Entries,
        other => return Err(PyValueError::new_err(format!("unknown kind of iterator {other:?}"))),
    };
    ContainerIterator::new(object, what, is_reversed)
}

/// Returns an iterator over the items of a sequence, or over the keys of a map.
#[inline]
pub(crate) fn of<'py>(container: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, object) = (container.py(), native(container)?);
    if let Some(shape) = object.as_node::<ShapeTupleNode>() {
        // The iterator of a tuple is faster than one that makes an integer in each step.
        let extents = instance::extents(container, || PyTuple::new(py, shape.as_slice()))?;
        return Ok(extents.try_iter()?.into_any());
    }
    let what = if object.is_instance::<MapNode>() { What::Keys } else { What::Items };
    attached(py, |_| Ok(Bound::new(py, ContainerIterator::new(object, what, false)?)?.into_any()))
}
