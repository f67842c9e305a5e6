//! Values on their way into Python, and out of it.
//!
//! Invariant: a [`Given`] that borrows from a Python object does so for as long as that object is borrowed.

#![expect(unsafe_code, reason = "values are made and read by Python's C API")]

use std::ptr::null_mut;

use objet::{
    ArgValue, Array, DataType, Device, FieldValue, IsObjectRef, Map, ObjectRef, OpaqueHandle, Registry,
    RetValue, StringNode,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::device::PyDevice;
use crate::instance::{native_of, wrap};
use crate::{callback, error, tensor};

/// The value of a field, as a new reference to a Python object; null with an exception set if there is none.
#[inline]
pub(crate) fn of_field(py: Python<'_>, value: FieldValue<'_>) -> *mut ffi::PyObject {
    // SAFETY: the thread is attached.
    unsafe {
        match value {
            FieldValue::Int(number) => ffi::PyLong_FromLongLong(number),
            FieldValue::UInt(number) => ffi::PyLong_FromUnsignedLongLong(number),
            FieldValue::Float(number) => ffi::PyFloat_FromDouble(number),
            FieldValue::Bool(value) => ffi::PyBool_FromLong(value.into()),
            FieldValue::Text(text) => str_of(text),
            FieldValue::DataType(dtype) => str_of(&dtype.to_string()),
            FieldValue::Reference(Some(object)) => match object.as_node::<StringNode>() {
                Some(text) => str_of(text.as_str()),
                None => raised(py, wrap(py, object.clone())),
            },
            FieldValue::Reference(None) => ffi::Py_NewRef(ffi::Py_None()),
        }
    }
}

/// A new reference to what came of some work, or null with the exception set.
pub(crate) fn raised(py: Python<'_>, outcome: PyResult<Bound<'_, PyAny>>) -> *mut ffi::PyObject {
    match outcome {
        Ok(value) => value.into_ptr(),
        Err(error) => {
            error.restore(py);
            null_mut()
        }
    }
}

unsafe fn str_of(text: &str) -> *mut ffi::PyObject {
    // SAFETY: the thread is attached, says the caller.
    unsafe { ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as ffi::Py_ssize_t) }
}

/// A value as a new reference to a Python object; null with an exception set if there is none.
#[inline]
pub(crate) fn of_ret(py: Python<'_>, value: RetValue) -> *mut ffi::PyObject {
    // SAFETY: the thread is attached.
    unsafe {
        match value {
            RetValue::Null => ffi::Py_NewRef(ffi::Py_None()),
            RetValue::Int(number) => ffi::PyLong_FromLongLong(number),
            RetValue::Float(number) => ffi::PyFloat_FromDouble(number),
            RetValue::Str(text) => str_of(&text),
            RetValue::Object(object) => match object.as_node::<StringNode>() {
                Some(text) => str_of(text.as_str()),
                None => raised(py, wrap(py, object)),
            },
            RetValue::DataType(dtype) => str_of(&dtype.to_string()),
            RetValue::Bytes(bytes) => {
                ffi::PyBytes_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as ffi::Py_ssize_t)
            }
            RetValue::Device(device) => raised(py, PyDevice::of(py, device)),
            RetValue::Handle(OpaqueHandle(address)) => ffi::PyLong_FromVoidPtr(address),
        }
    }
}

/// A value as a Python object.
pub(crate) fn to_python(py: Python<'_>, value: RetValue) -> PyResult<Bound<'_, PyAny>> {
    // SAFETY: a new reference, or null with the exception set.
    unsafe { Bound::from_owned_ptr_or_err(py, of_ret(py, value)) }
}

/// A reference as a Python object.
pub(crate) fn of_reference<'py>(py: Python<'py>, object: Option<&ObjectRef>) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, object.cloned().into())
}

/// What Python gives as an argument.
pub(crate) enum Given<'a> {
    /// What the Python object has, or a number.
    Borrowed(ArgValue<'a>),
    /// What was made of it.
    Owned(RetValue),
}

impl<'a> Given<'a> {
    pub(crate) fn as_arg(&'a self) -> ArgValue<'a> {
        match self {
            Self::Borrowed(value) => *value,
            Self::Owned(value) => value.as_arg(),
        }
    }

    /// The value as one of its own.
    pub(crate) fn into_owned(self) -> PyResult<RetValue> {
        match self {
            Self::Borrowed(ArgValue::Bytes(bytes)) => Ok(bytes.into()),
            Self::Borrowed(value) => value.try_into().map_err(error::of_value),
            Self::Owned(value) => Ok(value),
        }
    }
}

/// What a field is given: where that is a reference, a number is what `node._const` makes of it.
pub(crate) fn for_field<'a>(object: &'a Bound<'_, PyAny>, is_reference: bool) -> PyResult<Given<'a>> {
    match given(object)? {
        Given::Borrowed(number @ (ArgValue::Int(_) | ArgValue::Float(_))) if is_reference => {
            Ok(Given::Owned(constant(object, number)?.into()))
        }
        given => Ok(given),
    }
}

/// An argument of one of the usual types, by an exact check of its type.
///
/// # Safety
/// `object` is a Python object that lives as long as `'a`, and the thread is attached.
#[inline(always)]
pub(crate) unsafe fn usual<'a>(object: *mut ffi::PyObject) -> Option<ArgValue<'a>> {
    // SAFETY: as the caller promised; each arm has seen the type.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyLong_Type {
            let number = ffi::PyLong_AsLongLong(object);
            return (number != -1 || ffi::PyErr_Occurred().is_null()).then_some(ArgValue::Int(number));
        }
        if class == &raw mut ffi::PyUnicode_Type {
            return text(object).map(ArgValue::Str);
        }
        if class == &raw mut ffi::PyFloat_Type {
            return Some(ArgValue::Float(ffi::PyFloat_AsDouble(object)));
        }
        if class == &raw mut ffi::PyBool_Type {
            return Some(ArgValue::Int((object == ffi::Py_True()).into()));
        }
        if object == ffi::Py_None() {
            return Some(ArgValue::Null);
        }
        native_of(object).map(|native| ArgValue::Object(native))
    }
}

/// The text of a `str`; `None` if it has none in UTF-8, with the exception set.
unsafe fn text<'a>(object: *mut ffi::PyObject) -> Option<&'a str> {
    let mut len = 0;
    // SAFETY: the caller has a `str`, whose text lives as long as it; Python says that it is UTF-8.
    unsafe {
        let data = ffi::PyUnicode_AsUTF8AndSize(object, &mut len);
        (!data.is_null())
            .then(|| std::str::from_utf8_unchecked(std::slice::from_raw_parts(data.cast(), len as usize)))
    }
}

/// Any argument.
pub(crate) fn given<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Given<'a>> {
    let py = object.py();
    // SAFETY: the object is borrowed for as long as the result.
    if let Some(value) = unsafe { usual(object.as_ptr()) } {
        return Ok(Given::Borrowed(value));
    }
    if let Some(error) = PyErr::take(py) {
        if error.is_instance_of::<PyOverflowError>(py) {
            return Err(PyOverflowError::new_err(format!("{object} does not fit into 64 bits with a sign")));
        }
        return Err(error);
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Given::Borrowed(ArgValue::Bytes(bytes.as_bytes())));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Given::Owned(text.to_string().into()));
    }
    if object.is_instance_of::<PyInt>() || object.hasattr("__index__")? && !object.hasattr("__dlpack__")? {
        return Ok(Given::Owned(object.extract::<i64>()?.into()));
    }
    if object.is_instance_of::<PyFloat>() {
        return Ok(Given::Owned(object.extract::<f64>()?.into()));
    }
    if let Ok(device) = object.cast::<PyDevice>() {
        return Ok(Given::Borrowed(device.get().device().into()));
    }
    if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
        return Ok(Given::Owned(array(object)?.into()));
    }
    if let Ok(entries) = object.cast::<PyDict>() {
        return Ok(Given::Owned(map(entries)?.into()));
    }
    if let Ok(native) = object.getattr("__objet__") {
        return Ok(Given::Owned(match self::object(&native)? {
            Some(native) => native.into(),
            None => RetValue::Null,
        }));
    }
    if object.hasattr("__dlpack__")? {
        return Ok(Given::Owned(tensor::from_dlpack(object)?.into()));
    }
    if let Some(dtype) = data_type(object)? {
        return Ok(Given::Owned(dtype.into()));
    }
    if object.is_callable() {
        return Ok(Given::Owned(callback::function(object).into()));
    }
    let class = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("a {class} is no value that functions and fields take")))
}

/// The data type that NumPy calls so, if this is one of NumPy's.
fn data_type(object: &Bound<'_, PyAny>) -> PyResult<Option<DataType>> {
    if !object.hasattr("itemsize")? || !object.hasattr("name")? {
        return Ok(None);
    }
    let name: String = object.getattr("name")?.extract()?;
    Ok(name.parse().ok())
}

/// What a list or a tuple is as an object.
pub(crate) fn array(items: &Bound<'_, PyAny>) -> PyResult<ObjectRef> {
    let mut array = Array::<Option<ObjectRef>>::new();
    for item in items.try_iter()? {
        array.push(object(&item?)?);
    }
    Ok(array.into())
}

fn map(entries: &Bound<'_, PyDict>) -> PyResult<ObjectRef> {
    let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
    for (key, value) in entries.iter() {
        let key = object(&key)?.ok_or_else(|| PyTypeError::new_err("a key of a map is never None"))?;
        map.insert(key, object(&value)?);
    }
    Ok(map.into())
}

/// A Python value as an object: text becomes a string, numbers what `node._const` makes of them, lists and dicts arrays and maps.
///
/// # Errors
/// If there is no object for it.
pub(crate) fn object(value: &Bound<'_, PyAny>) -> PyResult<Option<ObjectRef>> {
    let given = given(value)?;
    match given.as_arg() {
        ArgValue::Null => Ok(None),
        ArgValue::Str(text) => Ok(Some(objet::String::from(text).into())),
        ArgValue::Object(object) => Ok(object.to_object_ref()),
        number @ (ArgValue::Int(_) | ArgValue::Float(_)) => constant(value, number).map(Some),
        other => Err(PyTypeError::new_err(format!("{other:?} is no object"))),
    }
}

/// The constant that a number is.
pub(crate) fn constant(value: &Bound<'_, PyAny>, number: ArgValue<'_>) -> PyResult<ObjectRef> {
    let dtype = match number {
        _ if value.is_instance_of::<PyBool>() => "bool",
        ArgValue::Int(number) if i32::try_from(number).is_ok() => "int32",
        ArgValue::Int(_) => "int64",
        _ => "float32",
    };
    let make = Registry::get("node._const")
        .ok_or_else(|| PyTypeError::new_err("no nodes for numbers are linked in: there is no node._const"))?;
    let made = make.call_as::<ObjectRef>((number, dtype, ()));
    made.map_err(|failed| error::to_python(value.py(), failed))
}

/// A device that Python gives.
pub(crate) fn device(object: &Bound<'_, PyAny>) -> PyResult<Device> {
    Ok(object.cast::<PyDevice>()?.get().device())
}
