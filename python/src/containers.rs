//! What containers of objects have in them.

use objet::{ADTNode, ArgValue, ArrayNode, IsObjectRef, MapNode, ObjectRef, ShapeTuple, ShapeTupleNode};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;

use crate::{instance, value};

fn native<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a ObjectRef> {
    instance::native(object).ok_or_else(|| PyTypeError::new_err("this is no native object"))
}

fn other(object: &ObjectRef) -> PyErr {
    PyTypeError::new_err(format!("{} is no such container", object.type_key()))
}

/// What stands in a container by number.
enum Items<'a> {
    Objects(&'a [Option<ObjectRef>]),
    Numbers(&'a [i64]),
}

impl<'a> Items<'a> {
    fn of(object: &'a ObjectRef) -> PyResult<Self> {
        if let Some(array) = object.as_node::<ArrayNode>() {
            return Ok(Self::Objects(array.as_slice()));
        }
        if let Some(shape) = object.as_node::<ShapeTupleNode>() {
            return Ok(Self::Numbers(shape.as_slice()));
        }
        match object.as_node::<ADTNode>() {
            Some(adt) => Ok(Self::Objects(adt.fields())),
            None => Err(other(object)),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Objects(items) => items.len(),
            Self::Numbers(items) => items.len(),
        }
    }

    fn get<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Objects(items) => value::of_reference(py, items[index].as_ref()),
            Self::Numbers(items) => value::to_python(py, items[index].into()),
        }
    }
}

/// How many items or entries there are.
#[pyfunction]
pub(crate) fn container_len(container: &Bound<'_, PyAny>) -> PyResult<usize> {
    let native = native(container)?;
    match native.as_node::<MapNode>() {
        Some(map) => Ok(map.len()),
        None => Ok(Items::of(native)?.len()),
    }
}

/// The item of a number, counted from the end if it is negative.
#[pyfunction]
pub(crate) fn container_item<'py>(
    container: &Bound<'py, PyAny>,
    index: isize,
) -> PyResult<Bound<'py, PyAny>> {
    let items = Items::of(native(container)?)?;
    let place = if index < 0 { index.checked_add_unsigned(items.len()) } else { Some(index) };
    match place.and_then(|place| usize::try_from(place).ok()).filter(|place| *place < items.len()) {
        Some(place) => items.get(container.py(), place),
        None => Err(PyIndexError::new_err("array index out of range")),
    }
}

/// All items.
#[pyfunction]
pub(crate) fn container_items<'py>(container: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let items = Items::of(native(container)?)?;
    (0..items.len()).map(|place| items.get(container.py(), place)).collect()
}

/// The value of a key.
#[pyfunction]
pub(crate) fn map_get<'py>(
    container: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let native = native(container)?;
    let map = native.as_node::<MapNode>().ok_or_else(|| other(native))?;
    let missing = || PyKeyError::new_err(key.clone().unbind());
    let given = value::given(key)?;
    let object = match given.as_arg() {
        ArgValue::Str(text) => Some(objet::String::from(text).into_object_ref()),
        ArgValue::Object(object) => object.to_object_ref(),
        // No key is the same as an object that is made now.
        _ => None,
    };
    let found = object.and_then(|object| map.get(&object).map(|found| found.cloned()));
    value::of_reference(container.py(), found.ok_or_else(missing)?.as_ref())
}

/// A key with its value.
type Entry<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// All entries of a map, in order.
#[pyfunction]
pub(crate) fn map_entries<'py>(container: &Bound<'py, PyAny>) -> PyResult<Vec<Entry<'py>>> {
    let py = container.py();
    let native = native(container)?;
    let map = native.as_node::<MapNode>().ok_or_else(|| other(native))?;
    let entry = |(key, value)| Ok((value::of_reference(py, Some(key))?, value::of_reference(py, value)?));
    map.iter().map(entry).collect()
}

/// A shape of integers.
#[pyfunction]
pub(crate) fn shape_tuple<'py>(py: Python<'py>, extents: Vec<i64>) -> PyResult<Bound<'py, PyAny>> {
    value::to_python(py, ShapeTuple::from(extents).into())
}

/// The tag of an ADT.
#[pyfunction]
pub(crate) fn adt_tag(adt: &Bound<'_, PyAny>) -> PyResult<i64> {
    let native = native(adt)?;
    native.as_node::<ADTNode>().map(|adt| adt.tag().into()).ok_or_else(|| other(native))
}
