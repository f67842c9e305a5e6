//! Nodes made by calling their classes: values for fields by keywords, or by position.

#![expect(unsafe_code, reason = "it is a slot of classes")]

use std::ptr::null_mut;

use objet::{ArgValue, Field, make_node_at};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::classes::{self, Class};
use crate::value::{self, Given};
use crate::{docs, error, instance};

/// The slot `tp_new` of all classes.
///
/// # Safety
/// Python calls it with a class, a tuple, and a dict or null.
pub(crate) unsafe extern "C" fn new(
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the thread is attached.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: as the caller promised.
    value::raised(py, unsafe { make(py, class, args, keywords) })
}

/// # Safety
/// That of [`new`].
unsafe fn make<'py>(
    py: Python<'py>,
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    let Some((about, reflection)) =
        classes::about(py, class).and_then(|about| Some((about, about.reflection?)))
    else {
        return Err(PyTypeError::new_err("objects of this class are made by functions, not by their fields"));
    };
    // SAFETY: the tuple and the dict are alive for as long as this call, and so is what they hold: nobody else has the dict.
    unsafe {
        let positional = ffi::PyTuple_Size(args) as usize;
        let named = if keywords.is_null() { 0 } else { ffi::PyDict_Size(keywords) as usize };
        let mut given: Vec<(usize, Given<'_>)> = Vec::with_capacity(positional + named);
        if positional > about.names.len() {
            let key = about.info.key();
            let message =
                format!("{key} has {} fields, but {positional} values are given", about.names.len());
            return Err(PyTypeError::new_err(message));
        }
        for position in 0..positional {
            let item = ffi::PyTuple_GetItem(args, position as ffi::Py_ssize_t);
            given.push((position, field_value(py, about, position, item)?));
        }
        if named > 0 {
            let (mut place, mut name, mut item) = (0, null_mut(), null_mut());
            while ffi::PyDict_Next(keywords, &mut place, &mut name, &mut item) != 0 {
                let position = position(py, about, name)?;
                given.push((position, field_value(py, about, position, item)?));
            }
        }
        let values = given.iter().map(|(position, value)| (*position, value.as_arg()));
        let made = make_node_at(reflection, about.info.index(), values);
        instance::new(py, made.map_err(error::of_reflection)?, class)
    }
}

/// # Safety
/// `name` is a Python `str` that is alive.
unsafe fn position(py: Python<'_>, about: &Class, name: *mut ffi::PyObject) -> PyResult<usize> {
    if let Some(position) = about.names.iter().position(|each| each.as_ptr() == name) {
        return Ok(position);
    }
    // SAFETY: as the caller promised.
    let name: String = unsafe { Bound::from_borrowed_ptr(py, name) }.extract()?;
    let Some(reflection) = about.reflection else { unreachable!("a class with fields has a reflection") };
    let is_it = |field: &Field| field.name() == name || docs::parameter(field.name()) == name;
    match reflection.fields().iter().position(is_it) {
        Some(position) => Ok(position),
        None => Err(reflection
            .field(&name)
            .map_or_else(error::of_reflection, |_| unreachable!("it is not there"))),
    }
}

/// # Safety
/// `item` is a Python object that lives as long as the result.
unsafe fn field_value<'a>(
    py: Python<'_>,
    about: &Class,
    position: usize,
    item: *mut ffi::PyObject,
) -> PyResult<Given<'a>> {
    // SAFETY: as the caller promised; a borrow of the pointer lasts as long as what it points to.
    unsafe {
        let is_reference =
            about.reflection.is_some_and(|reflection| reflection.fields()[position].is_reference());
        match value::usual(item) {
            Some(number @ (ArgValue::Int(_) | ArgValue::Float(_))) if is_reference => {
                let item = Bound::from_borrowed_ptr(py, item);
                Ok(Given::Owned(value::constant(&item, number)?.into()))
            }
            Some(value) => Ok(Given::Borrowed(value)),
            None => {
                let item = Bound::from_borrowed_ptr(py, item);
                Ok(Given::Owned(value::for_field(&item, is_reference)?.into_owned()?))
            }
        }
    }
}
