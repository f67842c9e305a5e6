//! Conversions of values to Python and from Python.

use objet::containers::{OpaqueNode, StringNode};
use objet::fields::{ElementsType, FieldKind, IntKind};
use objet::function::{ArgValue, OpaqueHandle, RetValue, ValueError};
use objet::types::{TypeIndex, TypeInfo};
use objet::{DataType, IsObject, IsObjectRef, Object, ObjectRef};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyString, PyType};

use crate::conversion_error::{ConversionError, Kind};
use crate::device::PyDevice;
pub(crate) use crate::device::device;
use crate::instance::{self, native, wrap};
use crate::nested::Nested;
use crate::number::{constant, number, try_constant};
use crate::slot::attached;
use crate::{boxed, callback, containers, error, exchange, lists, nested, tensor};

/// Converts a field value to a Python object. The value is a `u64` if no [`ArgValue`] can hold it.
#[inline]
pub(crate) fn of_field<'py>(
    py: Python<'py>,
    kind: FieldKind,
    value: Result<ArgValue<'_>, u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = if let FieldKind::Optional(option) = kind { option.element } else { kind };
    Ok(match value {
        Ok(ArgValue::Object(array)) if matches!(kind, FieldKind::List(_)) => {
            return array
                .as_node()
                .map_or_else(|| Ok(py.None().into_bound(py)), |array| lists::of_array(py, array));
        }
        Err(number) if matches!(kind, FieldKind::List(_)) => {
            let error = ArgValue::try_from(number).map(drop);
            return error.map(|()| py.None().into_bound(py)).map_err(error::of_value);
        }
        Ok(ArgValue::Int(number)) if matches!(kind, FieldKind::Bool) => {
            PyBool::new(py, number != 0).to_owned().into_any()
        }
        Ok(ArgValue::Int(number)) => number.into_pyobject(py)?.into_any(),
        Ok(ArgValue::Float(number)) => PyFloat::new(py, number).into_any(),
        Ok(ArgValue::Str(text)) => PyString::new(py, text).into_any(),
        Ok(ArgValue::Object(object)) => return of_object(py, object),
        Ok(value) => return to_python(py, RetValue::try_from(value).map_err(error::of_value)?),
        Err(number) => number.into_pyobject(py)?.into_any(),
    })
}

/// Converts a value to a Python object.
#[inline]
pub(crate) fn to_python(py: Python<'_>, value: RetValue) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        RetValue::Null => py.None().into_bound(py),
        RetValue::Int(number) => number.into_pyobject(py)?.into_any(),
        RetValue::Float(number) => PyFloat::new(py, number).into_any(),
        RetValue::Str(text) => PyString::new(py, &text).into_any(),
        RetValue::Object(object) => return of_owned(py, object),
        RetValue::DataType(dtype) => PyString::new(py, &dtype.to_string()).into_any(),
        RetValue::Bytes(bytes) => PyBytes::new(py, &bytes).into_any(),
        RetValue::Device(device) => return PyDevice::of(py, device),
        RetValue::Handle(OpaqueHandle(address)) => address.addr().into_pyobject(py)?.into_any(),
    })
}

/// Converts an object to a Python object. A string becomes a `str`.
#[inline]
fn of_object<'py>(py: Python<'py>, object: &Object) -> PyResult<Bound<'py, PyAny>> {
    if let Some(found) = instance::wrap_quickly(py, object) {
        return Ok(found);
    }
    match object.as_node::<StringNode>() {
        Some(text) => Ok(PyString::new(py, text.as_str()).into_any()),
        None => wrap(py, object),
    }
}

/// Whether Python sees the objects of a type as strings, numbers or its own objects.
pub(crate) fn is_converted(info: TypeInfo) -> bool {
    let ancestors = std::iter::successors(Some(info), |info| info.parent());
    ancestors.map(|info| info.index()).any(|index| {
        [TypeIndex::STRING, OpaqueNode::type_index()].contains(&index) || boxed::kind(index).is_some()
    })
}

/// Converts an object to a Python object, which takes the reference over.
#[inline]
pub(crate) fn of_owned(py: Python<'_>, object: ObjectRef) -> PyResult<Bound<'_, PyAny>> {
    let object = match instance::wrap_owned_quickly(py, object) {
        Ok(found) => return Ok(found),
        Err(object) => object,
    };
    match object.as_node::<StringNode>() {
        Some(text) => Ok(PyString::new(py, text.as_str()).into_any()),
        None => instance::wrap_owned(py, object),
    }
}

/// Converts a reference to a Python object.
#[inline]
pub(crate) fn of_reference<'py>(py: Python<'py>, object: Option<&ObjectRef>) -> PyResult<Bound<'py, PyAny>> {
    object.map_or_else(|| Ok(py.None().into_bound(py)), |object| of_object(py, object))
}

/// A value from Python.
pub(crate) enum Arg<'a> {
    /// A number, or a reference into the Python object.
    Borrowed(ArgValue<'a>),
    /// A value made from the Python object.
    Owned(RetValue),
}

impl<'a> Arg<'a> {
    pub(crate) fn as_arg(&'a self) -> ArgValue<'a> {
        match self {
            Self::Borrowed(value) => *value,
            Self::Owned(value) => value.as_arg(),
        }
    }

    /// Returns the value as an owned value.
    pub(crate) fn into_owned(self) -> PyResult<RetValue> {
        match self {
            Self::Borrowed(ArgValue::Bytes(bytes)) => Ok(bytes.into()),
            Self::Borrowed(value) => value.try_into().map_err(error::of_value),
            Self::Owned(value) => Ok(value),
        }
    }
}

/// Converts an argument on the fast path, by exact type checks. Returns `None` for other types, and
/// for numbers and strings that cannot be converted.
#[inline(always)]
pub(crate) fn fast_path<'a>(object: &'a Bound<'_, PyAny>) -> Option<ArgValue<'a>> {
    if object.is_exact_instance_of::<PyInt>() {
        object.extract().ok().map(ArgValue::Int)
    } else if let Ok(text) = object.cast_exact::<PyString>() {
        text.to_str().ok().map(ArgValue::Str)
    } else if let Ok(float) = object.cast_exact::<PyFloat>() {
        Some(ArgValue::Float(float.value()))
    } else if let Ok(value) = object.cast_exact::<PyBool>() {
        Some(ArgValue::Int(value.is_true().into()))
    } else if object.is_none() {
        Some(ArgValue::Null)
    } else {
        native(object).map(|native| ArgValue::Object(native))
    }
}

/// Converts any argument.
pub(crate) fn convert<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Arg<'a>> {
    Ok(try_convert(object)?)
}

/// Converts any argument. Returns the reason if the argument cannot be converted.
#[inline(always)]
pub(crate) fn try_convert<'a>(object: &'a Bound<'_, PyAny>) -> Result<Arg<'a>, ConversionError> {
    fast_path(object).map_or_else(|| slow_path(object), |value| Ok(Arg::Borrowed(value)))
}

#[inline(never)]
fn slow_path<'a>(object: &'a Bound<'_, PyAny>) -> Result<Arg<'a>, ConversionError> {
    attached(object.py(), |_| match single(object)? {
        Single::Arg(arg) => Ok(arg),
        Single::Nested(_) => Ok(Arg::Owned(nested::object(object)?.into())),
    })
}

/// An argument that the fast path does not handle.
enum Single<'a> {
    Arg(Arg<'a>),
    /// A container, or an object with `__objet__`.
    Nested(Nested),
}

/// Whether a class has the attribute `name`. A class without a protocol of its parent sets it to
/// `None`.
pub(crate) fn has(class: &Bound<'_, PyType>, name: &Bound<'_, PyString>) -> bool {
    class.getattr_opt(name).is_ok_and(|found| found.is_some_and(|found| !found.is_none()))
}

/// Returns an attribute that tells a value of another library. Returns `None` if the attribute is
/// missing or of another class, so that the object is no such value.
///
/// # Errors
/// An interrupt, such as Ctrl-C.
pub(crate) fn sign<'py, T: FromPyObjectOwned<'py>>(
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
) -> PyResult<Option<T>> {
    match object.getattr(name) {
        Ok(found) => Ok(found.extract().ok()),
        Err(error) if error.is_instance_of::<PyException>(object.py()) => Ok(None),
        Err(interrupt) => Err(interrupt),
    }
}

/// Converts an argument that the fast path does not handle.
///
/// The protocols are looked up on the class of the object. So a class whose objects are numbers or
/// tensors is itself neither: it is a callable.
fn single<'a>(object: &'a Bound<'_, PyAny>) -> Result<Single<'a>, ConversionError> {
    let (py, class) = (object.py(), object.get_type());
    let arg = if let Some(known) = exchange::known(object) {
        Arg::Owned(tensor::from_produced(&known)?.into())
    } else if !exchange::is_static(&class) && has(&class, intern!(py, "__objet__")) {
        return Ok(Single::Nested(Nested::Proxy));
    } else if let Some(nested) = Nested::of(object) {
        return Ok(Single::Nested(nested));
    } else if let Ok(bytes) = object.cast::<PyBytes>() {
        Arg::Borrowed(ArgValue::Bytes(bytes.as_bytes()))
    } else if let Ok(bytes) = object.cast::<PyByteArray>() {
        Arg::Owned(bytes.to_vec().into())
    } else if let Ok(text) = object.cast::<PyString>() {
        Arg::Borrowed(ArgValue::Str(text.to_str().map_err(|error| ConversionError::of_text(py, error))?))
    } else if object.is_instance_of::<PyType>() || callback::is_pythons(object)? {
        Arg::Owned(callback::function(object).into())
    } else if let Some(number) = number(object)? {
        Arg::Borrowed(number)
    } else if let Ok(device) = object.cast::<PyDevice>() {
        Arg::Borrowed(device.get().device().into())
    } else if has(&class, intern!(py, "__dlpack__")) {
        Arg::Owned(tensor::from_dlpack(object)?.into())
    } else if let Some(dtype) = data_type(object)? {
        Arg::Owned(dtype.into())
    } else if has(&class, intern!(py, "casefold")) {
        // The items of a string are strings, so that its conversion as a sequence would not end.
        return Err(ConversionError::new(object, "is a string of another class: pass a str"));
    } else if let Some(nested) = Nested::by_interface(object) {
        return Ok(Single::Nested(nested));
    } else if object.is_callable() {
        Arg::Owned(callback::function(object).into())
    } else {
        return Err(ConversionError::new(object, "cannot be converted to a native value"));
    };
    Ok(Single::Arg(arg))
}

/// Returns the data type of a NumPy `dtype` object.
fn data_type(object: &Bound<'_, PyAny>) -> PyResult<Option<DataType>> {
    let (py, class) = (object.py(), object.get_type());
    if !has(&class, intern!(py, "itemsize")) || !has(&class, intern!(py, "name")) {
        return Ok(None);
    }
    let name: Option<String> = sign(object, intern!(py, "name"))?;
    Ok(name.and_then(|name| name.parse().ok()))
}

/// Returns the data type of a class of numbers, of Python or of NumPy.
fn data_type_of_class(object: &Bound<'_, PyAny>) -> PyResult<Option<DataType>> {
    let Ok(class) = object.cast::<PyType>() else { return Ok(None) };
    let py = object.py();
    for (number, dtype) in [
        (py.get_type::<PyBool>(), DataType::BOOL),
        (py.get_type::<PyInt>(), DataType::int(64)),
        (py.get_type::<PyFloat>(), DataType::float(64)),
    ] {
        if class.is(&number) {
            return Ok(Some(dtype));
        }
    }
    if !has(class, intern!(py, "dtype")) || !has(class, intern!(py, "itemsize")) {
        return Ok(None);
    }
    Ok(class.name()?.to_string_lossy().trim_end_matches('_').parse().ok())
}

/// Converts a value for a field of the given kind. For a reference field, a number becomes a
/// constant and bytes become a string. `name` is used in the exception.
pub(crate) fn for_field<'a>(
    object: &'a Bound<'_, PyAny>,
    kind: FieldKind,
    name: impl Fn() -> String,
) -> PyResult<Arg<'a>> {
    if matches!(kind, FieldKind::DataType)
        && let Some(dtype) = data_type_of_class(object)?
    {
        return Ok(Arg::Borrowed(dtype.into()));
    }
    let kind = match kind {
        FieldKind::List(list) => match lists::to_array(object, list, &name)? {
            Some(array) => return Ok(array),
            None => kind,
        },
        FieldKind::Optional(_) if object.is_none() => return Ok(Arg::Borrowed(ArgValue::Null)),
        FieldKind::Optional(option) => option.element,
        kind => kind,
    };
    let field_error = |error: ConversionError| error.of_field(&name(), &kind_name(kind));
    let boxed = match kind {
        FieldKind::Reference(reference) => boxed::held(reference),
        _ => None,
    };
    let arg = match try_convert(object) {
        Ok(arg) => arg,
        // A float field also accepts integers of more than 64 bits, if they are exact.
        Err(ConversionError::Value { kind: Kind::Number, .. }) if is_float(boxed.unwrap_or(kind)) => {
            let number: f64 =
                object.extract().map_err(|_| field_error(ConversionError::too_large(object, "a float")))?;
            if !object.eq(number)? {
                let error = ValueError::Range { expected: "f64", found: object.str()?.to_string() };
                return Err(error::of_value_of_field(&name(), error));
            }
            Arg::Borrowed(ArgValue::Float(number))
        }
        Err(error) => return Err(field_error(error)),
    };
    // A constant is a number.
    let arg = match arg.as_arg() {
        ArgValue::Object(object) if is_number(boxed.unwrap_or(kind)) => {
            match object.to_object_ref().as_ref().and_then(containers::constant) {
                Some(RetValue::Float(_)) if !is_float(boxed.unwrap_or(kind)) => arg,
                Some(number) => Arg::Owned(number),
                None => arg,
            }
        }
        _ => arg,
    };
    if let FieldKind::List(_) = kind
        && !matches!(arg.as_arg(), ArgValue::Object(_) | ArgValue::Bytes(_))
    {
        return Err(field_error(ConversionError::new(object, "")));
    }
    if matches!(kind, FieldKind::Bool) && !matches!(arg.as_arg(), ArgValue::Int(_)) {
        return Err(field_error(ConversionError::new(object, "")));
    }
    let FieldKind::Reference(reference) = kind else { return Ok(arg) };
    match arg.as_arg() {
        number @ (ArgValue::Int(_) | ArgValue::Float(_)) if let Some(kind) = boxed => {
            let boxed = boxed::of_number(kind, number);
            boxed
                .map(|boxed| Arg::Owned(boxed.into()))
                .map_err(|error| error::of_value_of_field(&name(), error))
        }
        number @ (ArgValue::Int(_) | ArgValue::Float(_)) => {
            let may_be_any = reference.type_index() == TypeIndex::OBJECT;
            let constant =
                if may_be_any { Some(constant(object, number)?) } else { try_constant(object, number)? };
            // A number that the field cannot hold is reported with its class.
            match constant.filter(|constant| reference.check(constant).is_ok()) {
                Some(constant) => Ok(Arg::Owned(constant.into())),
                None => Err(field_error(ConversionError::new(object, ""))),
            }
        }
        ArgValue::Null => Ok(arg),
        _ if boxed.is_some() => Err(field_error(ConversionError::new(object, ""))),
        ArgValue::Bytes(bytes) => Ok(Arg::Owned(string_of(bytes).map_err(field_error)?.into())),
        _ => Ok(arg),
    }
}

/// Whether a field of this kind holds a number.
fn is_number(kind: FieldKind) -> bool {
    is_float(kind) || matches!(kind, FieldKind::Int(_) | FieldKind::Bool)
}

fn is_float(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::F32 | FieldKind::F64)
}

/// Returns the name of a kind of field for messages.
pub(crate) fn kind_name(kind: FieldKind) -> String {
    match kind {
        FieldKind::Int(_) => "int".into(),
        FieldKind::Enum(declared) => declared.name.into(),
        FieldKind::F32 | FieldKind::F64 => "float".into(),
        FieldKind::Bool => "bool".into(),
        FieldKind::String | FieldKind::Char => "str".into(),
        FieldKind::List(ElementsType { element: FieldKind::Int(IntKind::U8), .. }) => "bytes".into(),
        FieldKind::List(list) => format!("list[{}]", kind_name(list.element)),
        FieldKind::Optional(option) => format!("{} or None", kind_name(option.element)),
        FieldKind::Custom(_) => "a str of JSON".into(),
        FieldKind::DataType => "a data type".into(),
        FieldKind::Reference(reference) => match boxed::held(reference) {
            Some(held) if reference.nullable => format!("{} or None", kind_name(held)),
            Some(held) => kind_name(held),
            None => reference.type_name(),
        },
    }
}

/// Converts bytes to a string.
fn string_of(bytes: &[u8]) -> Result<objet::String, ConversionError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(error) => Err(ConversionError::not_utf8(error.valid_up_to())),
    }
}

/// Converts a Python value to an object: strings and bytes to strings, numbers to constants, lists
/// and dicts to arrays and maps.
///
/// # Errors
/// If the value has no conversion.
pub(crate) fn object(value: &Bound<'_, PyAny>) -> PyResult<Option<ObjectRef>> {
    Ok(nested::object(value)?)
}

/// Converts a Python value to an object. Returns the kind of a nested value unconverted.
pub(crate) fn single_object(
    value: &Bound<'_, PyAny>,
) -> Result<Result<Option<ObjectRef>, Nested>, ConversionError> {
    if let Some(arg) = fast_path(value) {
        return as_object(value, arg).map(Ok);
    }
    match single(value)? {
        Single::Arg(arg) => as_object(value, arg.as_arg()).map(Ok),
        Single::Nested(nested) => Ok(Err(nested)),
    }
}

/// Converts an argument that is no container to an object.
pub(crate) fn as_object(
    value: &Bound<'_, PyAny>,
    arg: ArgValue<'_>,
) -> Result<Option<ObjectRef>, ConversionError> {
    match arg {
        ArgValue::Null => Ok(None),
        ArgValue::Str(text) => Ok(Some(objet::String::from(text).into())),
        ArgValue::Bytes(bytes) => Ok(Some(string_of(bytes)?.into())),
        ArgValue::Object(object) => Ok(object.to_object_ref()),
        number @ (ArgValue::Int(_) | ArgValue::Float(_)) => Ok(Some(constant(value, number)?)),
        _ => Err(ConversionError::new(value, "cannot be converted to an object")),
    }
}
