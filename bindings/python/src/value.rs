//! Values on their way into Python, and out of it.
//!
//! Invariant: a [`Given`] that borrows from a Python object does so for as long as that object is borrowed.

#![expect(unsafe_code, reason = "values are made and read by Python's C API")]

use objet::{
    ArgValue, DataType, Device, FieldKind, IsObjectRef, ObjectRef, OpaqueHandle, RetValue, StringNode,
    TypeIndex,
};
use pyo3::exceptions::PyOverflowError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString, PyType};

use crate::device::PyDevice;
use crate::instance::{native_of, wrap};
use crate::nested::Nested;
use crate::number::{constant, number, try_constant};
use crate::refusal::{Kind, Refusal};
use crate::slot::{attached, raised};
use crate::{boxed, callback, error, nested, tensor};

/// The value of a field of that kind, or a `u64` that no [`ArgValue`] holds, as a new reference to a
/// Python object; null with an exception set if there is none.
#[inline]
pub(crate) fn of_field(
    py: Python<'_>,
    kind: FieldKind,
    value: Result<ArgValue<'_>, u64>,
) -> *mut ffi::PyObject {
    // SAFETY: the thread is attached.
    unsafe {
        match value {
            Ok(ArgValue::Int(number)) if matches!(kind, FieldKind::Bool) => {
                ffi::PyBool_FromLong((number != 0).into())
            }
            Ok(ArgValue::Int(number)) => ffi::PyLong_FromLongLong(number),
            Ok(ArgValue::Float(number)) => ffi::PyFloat_FromDouble(number),
            Ok(ArgValue::Str(text)) => str_of(text),
            Ok(ArgValue::Null) => ffi::Py_NewRef(ffi::Py_None()),
            Ok(value) => match RetValue::try_from(value) {
                Ok(value) => of_ret(py, value),
                Err(failed) => raised(py, Err(error::of_value(failed))),
            },
            Err(number) => ffi::PyLong_FromUnsignedLongLong(number),
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

/// An argument of one of the usual types, by an exact check of its type. Where it gives none, an exception may be set.
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

/// The number of an `int`, unless it is -1 or of more than 64 bits: the way of what most often comes back, which takes no memory.
#[inline]
pub(crate) fn small_int(object: &Bound<'_, PyAny>) -> Option<i64> {
    // SAFETY: the object is alive, and the thread is attached.
    unsafe {
        if ffi::Py_TYPE(object.as_ptr()) != &raw mut ffi::PyLong_Type {
            return None;
        }
        let number = ffi::PyLong_AsLongLong(object.as_ptr());
        if number == -1 {
            ffi::PyErr_Clear();
            return None;
        }
        Some(number)
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

/// An argument of one of the usual types.
fn plain<'a>(object: &'a Bound<'_, PyAny>) -> Result<Option<ArgValue<'a>>, Refusal> {
    // SAFETY: the object is borrowed for as long as the result.
    match unsafe { usual(object.as_ptr()) } {
        Some(value) => Ok(Some(value)),
        None => left_by_usual(object).map(|()| None),
    }
}

/// The exception that [`usual`] left, if it did.
fn left_by_usual(object: &Bound<'_, PyAny>) -> Result<(), Refusal> {
    match PyErr::take(object.py()) {
        None => Ok(()),
        Some(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Err(Refusal::too_large(object, "64 bits with a sign"))
        }
        Some(error) => Err(Refusal::of_text(object.py(), error)),
    }
}

/// Any argument.
pub(crate) fn given<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Given<'a>> {
    Ok(try_given(object)?)
}

/// Any argument, or why it is none.
pub(crate) fn try_given<'a>(object: &'a Bound<'_, PyAny>) -> Result<Given<'a>, Refusal> {
    // SAFETY: the object is borrowed for as long as the result.
    if let Some(value) = unsafe { usual(object.as_ptr()) } {
        return Ok(Given::Borrowed(value));
    }
    attached(object.py(), |_| {
        left_by_usual(object)?;
        match single(object)? {
            Single::Given(given) => Ok(given),
            Single::Nested(_) => Ok(Given::Owned(nested::object(object)?.into())),
        }
    })
}

/// What an argument of none of the usual types is.
enum Single<'a> {
    Given(Given<'a>),
    /// It is made of others, or stands for one.
    Nested(Nested),
}

/// Whether the objects of a class have an attribute of that name.
pub(crate) fn has(class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> bool {
    // SAFETY: both are alive, and the thread is attached.
    unsafe { ffi::PyObject_HasAttr(class.as_ptr(), name.as_ptr()) != 0 }
}

/// An argument of none of the usual types.
///
/// What an object can do is a matter of its class: a class whose objects are numbers, or tensors, is none itself, and is called as a function.
fn single<'a>(object: &'a Bound<'_, PyAny>) -> Result<Single<'a>, Refusal> {
    let (py, class) = (object.py(), object.get_type());
    let given = if let Some(nested) = Nested::of(object) {
        return Ok(Single::Nested(nested));
    } else if let Ok(bytes) = object.cast::<PyBytes>() {
        Given::Borrowed(ArgValue::Bytes(bytes.as_bytes()))
    } else if let Ok(bytes) = object.cast::<PyByteArray>() {
        Given::Owned(bytes.to_vec().into())
    } else if let Ok(text) = object.cast::<PyString>() {
        Given::Borrowed(ArgValue::Str(text.to_str().map_err(|error| Refusal::of_text(py, error))?))
    } else if object.is_instance_of::<PyType>() || callback::is_pythons(object)? {
        Given::Owned(callback::function(object).into())
    } else if let Some(number) = number(object)? {
        Given::Borrowed(number)
    } else if let Ok(device) = object.cast::<PyDevice>() {
        Given::Borrowed(device.get().device().into())
    } else if has(&class, intern!(py, "__objet__")) {
        return Ok(Single::Nested(Nested::Stand));
    } else if has(&class, intern!(py, "__dlpack__")) {
        Given::Owned(tensor::from_dlpack(object)?.into())
    } else if let Some(dtype) = data_type(object)? {
        Given::Owned(dtype.into())
    } else if object.is_callable() {
        Given::Owned(callback::function(object).into())
    } else {
        return Err(Refusal::new(object, "is no value that functions and fields take"));
    };
    Ok(Single::Given(given))
}

/// The data type that NumPy calls so, if this is one of NumPy's.
fn data_type(object: &Bound<'_, PyAny>) -> PyResult<Option<DataType>> {
    let (py, class) = (object.py(), object.get_type());
    if !has(&class, intern!(py, "itemsize")) || !has(&class, intern!(py, "name")) {
        return Ok(None);
    }
    let name: String = object.getattr("name")?.extract()?;
    Ok(name.parse().ok())
}

/// The data type of the scalars of a class of NumPy's.
fn data_type_of_class(object: &Bound<'_, PyAny>) -> PyResult<Option<DataType>> {
    let Ok(class) = object.cast::<PyType>() else { return Ok(None) };
    let py = object.py();
    if !has(class, intern!(py, "dtype")) || !has(class, intern!(py, "itemsize")) {
        return Ok(None);
    }
    Ok(class.name()?.to_string_lossy().trim_end_matches('_').parse().ok())
}

/// What a field of that kind is given: where that is a reference, a number is the constant of it, and text in bytes is text. The name is
/// for the exception.
pub(crate) fn for_field<'a>(
    object: &'a Bound<'_, PyAny>,
    kind: FieldKind,
    name: impl Fn() -> String,
) -> PyResult<Given<'a>> {
    attached(object.py(), |_| {
        if matches!(kind, FieldKind::DataType)
            && let Some(dtype) = data_type_of_class(object)?
        {
            return Ok(Given::Borrowed(dtype.into()));
        }
        let refused = |refusal: Refusal| refusal.of_field(&name(), &kind_name(kind));
        let boxed = match kind {
            FieldKind::Reference(reference) => boxed::held(reference),
            _ => None,
        };
        let given = match try_given(object) {
            Ok(given) => given,
            // Of Python's integers, floats take larger ones too.
            Err(Refusal::Value { kind: Kind::Number, .. })
                if matches!(boxed.unwrap_or(kind), FieldKind::F32 | FieldKind::F64) =>
            {
                let number = object.extract().map_err(|_| refused(Refusal::too_large(object, "a float")))?;
                Given::Borrowed(ArgValue::Float(number))
            }
            Err(refusal) => return Err(refused(refusal)),
        };
        let FieldKind::Reference(reference) = kind else { return Ok(given) };
        match given.as_arg() {
            number @ (ArgValue::Int(_) | ArgValue::Float(_)) if let Some(kind) = boxed => {
                let boxed = boxed::of_number(kind, number);
                boxed
                    .map(|boxed| Given::Owned(boxed.into()))
                    .map_err(|error| error::of_value_of_field(&name(), error))
            }
            number @ (ArgValue::Int(_) | ArgValue::Float(_)) => {
                let may_be_any = reference.type_index() == TypeIndex::OBJECT;
                let constant =
                    if may_be_any { Some(constant(object, number)?) } else { try_constant(object, number)? };
                // A number that the field does not take is called by what it is.
                match constant.filter(|constant| reference.check(constant).is_ok()) {
                    Some(constant) => Ok(Given::Owned(constant.into())),
                    None => Err(refused(Refusal::new(object, ""))),
                }
            }
            ArgValue::Null => Ok(given),
            _ if boxed.is_some() => Err(refused(Refusal::new(object, ""))),
            ArgValue::Bytes(bytes) => Ok(Given::Owned(text_of(bytes).map_err(refused)?.into())),
            _ => Ok(given),
        }
    })
}

/// How what a field of that kind holds is called in messages.
pub(crate) fn kind_name(kind: FieldKind) -> String {
    match kind {
        FieldKind::Int(_) => "int".into(),
        FieldKind::Enum(declared) => declared.name.into(),
        FieldKind::F32 | FieldKind::F64 => "float".into(),
        FieldKind::Bool => "bool".into(),
        FieldKind::Text => "str".into(),
        FieldKind::DataType => "a data type".into(),
        FieldKind::Reference(reference) => match boxed::held(reference) {
            Some(held) if reference.nullable => format!("{} or None", kind_name(held)),
            Some(held) => kind_name(held),
            None => reference.type_name(),
        },
    }
}

/// Text that is given as bytes.
fn text_of(bytes: &[u8]) -> Result<objet::String, Refusal> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(error) => Err(Refusal::not_utf8(error.valid_up_to())),
    }
}

/// A Python value as an object: text, plain or in bytes, becomes a string, numbers the constants of them, lists and dicts arrays and maps.
///
/// # Errors
/// If there is no object for it.
pub(crate) fn object(value: &Bound<'_, PyAny>) -> PyResult<Option<ObjectRef>> {
    attached(value.py(), |_| Ok(nested::object(value)?))
}

/// A value of one of the usual types as an object.
pub(crate) fn usual_object(value: &Bound<'_, PyAny>) -> Result<Option<Option<ObjectRef>>, Refusal> {
    plain(value)?.map(|given| as_object(value, given)).transpose()
}

/// A value of none of the usual types as an object, or what it is made of.
pub(crate) fn single_object(value: &Bound<'_, PyAny>) -> Result<Result<Option<ObjectRef>, Nested>, Refusal> {
    match single(value)? {
        Single::Given(given) => as_object(value, given.as_arg()).map(Ok),
        Single::Nested(nested) => Ok(Err(nested)),
    }
}

fn as_object(value: &Bound<'_, PyAny>, given: ArgValue<'_>) -> Result<Option<ObjectRef>, Refusal> {
    match given {
        ArgValue::Null => Ok(None),
        ArgValue::Str(text) => Ok(Some(objet::String::from(text).into())),
        ArgValue::Bytes(bytes) => Ok(Some(text_of(bytes)?.into())),
        ArgValue::Object(object) => Ok(object.to_object_ref()),
        number @ (ArgValue::Int(_) | ArgValue::Float(_)) => Ok(Some(constant(value, number)?)),
        _ => Err(Refusal::new(value, "is no object")),
    }
}

/// A device that Python gives.
pub(crate) fn device(object: &Bound<'_, PyAny>) -> PyResult<Device> {
    Ok(object.cast::<PyDevice>()?.get().device())
}
