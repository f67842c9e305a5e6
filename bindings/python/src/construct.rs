//! Nodes made by calling their classes: values for fields by keywords, or by position.

#![expect(unsafe_code, reason = "it is a slot of classes")]

use std::ptr::null_mut;

use objet::{ArgValue, Field, ObjectRef, ReflectError, Reflection, make_node_at};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::classes::{self, Class};
use crate::slot::{guarded, raised};
use crate::value::{self, usual};
use crate::{boxed, docs, error, instance};

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
    guarded(py, || raised(py, unsafe { make(py, class, args, keywords) }))
}

/// # Safety
/// That of [`new`].
unsafe fn make<'py>(
    py: Python<'py>,
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    // Python makes numbers of its own, and not what holds them.
    let made_here = |about: &&Class| boxed::kind(about.info.index()).is_none();
    let Some((about, reflection)) =
        classes::about(py, class).filter(made_here).and_then(|about| Some((about, about.reflection?)))
    else {
        return Err(PyTypeError::new_err("objects of this class are made by functions, not by their fields"));
    };
    // SAFETY: as the caller promised.
    let made = match unsafe { usual_values(py, about, reflection, args, keywords) } {
        Ok(Some(values)) => match make_node_at(about.info, values) {
            // Of the values as Python has them, the exception can say what is wrong with one.
            // SAFETY: as the caller promised.
            Err(ReflectError::Value { .. }) => unsafe {
                with_any_values(py, about, reflection, args, keywords)
            },
            made => made.map_err(Refused::Fields),
        },
        // SAFETY: as the caller promised.
        Ok(None) => unsafe { with_any_values(py, about, reflection, args, keywords) },
        Err(refused) => Err(refused),
    };
    match made {
        Ok(made) => instance::new(py, made, class),
        Err(refused) => Err(refused.raised(py, class)),
    }
}

/// Why no node is made of what is given.
enum Refused {
    /// There are more values than fields.
    Count(String),
    /// What is given does not go with the fields.
    Fields(ReflectError),
    /// A value cannot be converted.
    Value(PyErr),
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Self::Value(error)
    }
}

impl Refused {
    /// The exception. Of what does not go with the fields of a class that has an `__init__`, it says what to do.
    #[cold]
    fn raised(self, py: Python<'_>, class: *mut ffi::PyTypeObject) -> PyErr {
        let message = match self {
            Self::Value(error) => return error,
            Self::Count(message) => message,
            Self::Fields(error @ (ReflectError::UnknownField { .. } | ReflectError::MissingField { .. })) => {
                error.to_string()
            }
            Self::Fields(error) => return error::of_reflection(error),
        };
        // SAFETY: both are classes.
        let has_init = unsafe {
            ffi::PyType_GetSlot(class, ffi::Py_tp_init)
                != ffi::PyType_GetSlot(classes::root(), ffi::Py_tp_init)
        };
        let hint = match classes::bound(py, class).name() {
            Ok(name) if has_init => format!(
                ". Objects are made before __init__ is called: for {name} to take something else than its fields, have its \
                 __new__(cls, ...) return super().__new__(cls, ...) with these"
            ),
            _ => String::new(),
        };
        PyTypeError::new_err(message + &hint)
    }
}

/// The position of each field that is given a value, if all of these are as they are; else an exception may be set. They are borrowed from
/// what holds them, which may be a dict of somebody else's: so that no Python code runs while they are is what the caller sees to.
///
/// # Safety
/// That of [`new`].
unsafe fn usual_values<'a>(
    py: Python<'_>,
    about: &Class,
    reflection: &'static Reflection,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> Result<Option<Vec<(usize, ArgValue<'a>)>>, Refused> {
    // SAFETY: as the caller promised.
    unsafe {
        let positional = ffi::PyTuple_Size(args) as usize;
        let named = if keywords.is_null() { 0 } else { ffi::PyDict_Size(keywords) as usize };
        if positional > about.names.len() {
            let key = about.info.key();
            let message =
                format!("{key} has {} fields, but {positional} values are given", about.names.len());
            return Err(Refused::Count(message));
        }
        let value = |position: usize, item| match usual(item) {
            // A constant is to be made of it.
            Some(ArgValue::Int(_) | ArgValue::Float(_)) if reflection.fields()[position].is_reference() => {
                None
            }
            value => value,
        };
        let mut values = Vec::with_capacity(positional + named);
        for position in 0..positional {
            match value(position, ffi::PyTuple_GetItem(args, position as ffi::Py_ssize_t)) {
                Some(value) => values.push((position, value)),
                None => return Ok(None),
            }
        }
        if named > 0 {
            let (mut place, mut name, mut item) = (0, null_mut(), null_mut());
            while ffi::PyDict_Next(keywords, &mut place, &mut name, &mut item) != 0 {
                let position = position(py, about, name)?;
                match value(position, item) {
                    Some(value) => values.push((position, value)),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(values))
    }
}

/// Makes a node of any values. To convert them runs Python code, which may change the dict.
///
/// # Safety
/// That of [`new`]; there are no more positional values than fields.
unsafe fn with_any_values(
    py: Python<'_>,
    about: &Class,
    reflection: &'static Reflection,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> Result<ObjectRef, Refused> {
    let mut items: Vec<(usize, Bound<'_, PyAny>)> = Vec::new();
    // SAFETY: as the caller promised; a second reference to each item is made before any Python code runs.
    unsafe {
        ffi::PyErr_Clear();
        for position in 0..ffi::PyTuple_Size(args) {
            let item = ffi::PyTuple_GetItem(args, position);
            items.push((position as usize, Bound::from_borrowed_ptr(py, item)));
        }
        if !keywords.is_null() {
            let (mut place, mut name, mut item) = (0, null_mut(), null_mut());
            while ffi::PyDict_Next(keywords, &mut place, &mut name, &mut item) != 0 {
                items.push((position(py, about, name)?, Bound::from_borrowed_ptr(py, item)));
            }
        }
    }
    let mut given = Vec::with_capacity(items.len());
    for (position, item) in &items {
        let field = &reflection.fields()[*position];
        let name = || format!("{}.{}", about.info.key(), field.name());
        given.push((*position, value::for_field(item, field.kind(), name)?));
    }
    let values = given.iter().map(|(position, given)| (*position, given.as_arg()));
    make_node_at(about.info, values).map_err(Refused::Fields)
}

/// # Safety
/// `name` is a Python `str` that is alive.
unsafe fn position(py: Python<'_>, about: &Class, name: *mut ffi::PyObject) -> Result<usize, Refused> {
    if let Some(position) = about.names.iter().position(|each| each.as_ptr() == name) {
        return Ok(position);
    }
    // SAFETY: as the caller promised.
    let name: String = unsafe { Bound::from_borrowed_ptr(py, name) }.extract()?;
    let Some(reflection) = about.reflection else { unreachable!("a class with fields has a reflection") };
    let is_it = |field: &Field| field.name() == name || docs::parameter(field.name()) == name;
    match reflection.fields().iter().position(is_it) {
        Some(position) => Ok(position),
        None => {
            Err(reflection.field(&name).map_or_else(Refused::Fields, |_| unreachable!("it is not there")))
        }
    }
}
