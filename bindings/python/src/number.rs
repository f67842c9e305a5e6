//! Numbers from Python: built-in numbers, numbers of NumPy and similar libraries, and their
//! conversion to constant nodes.

use std::sync::OnceLock;

use objet::function::ArgValue;
use objet::{DataType, ObjectRef, PackedFunc, Registry};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};

use crate::conversion_error::ConversionError;
use crate::error;
use crate::signals::LoopSteps;
use crate::value::{has, sign};
use crate::{Part, PlainNumber};

/// Converts a number that the fast path does not handle. An array with `__dlpack__` is a tensor and
/// not a number.
pub(crate) fn number(object: &Bound<'_, PyAny>) -> Result<Option<ArgValue<'static>>, ConversionError> {
    if object.is_instance_of::<PyInt>() {
        return Ok(Some(ArgValue::Int(int(object)?)));
    }
    if object.is_instance_of::<PyFloat>() {
        return Ok(Some(ArgValue::Float(object.extract()?)));
    }
    let (py, class) = (object.py(), object.get_type());
    if has(&class, intern!(py, "__dlpack__")) {
        return Ok(None);
    }
    match scalar_kind(object)? {
        // Booleans come first: old versions of NumPy also have `__index__` for them, with a
        // warning.
        Some('b') => Ok(Some(ArgValue::Int(object.is_truthy()?.into()))),
        // Float types of other libraries, such as those of 8 and 16 bits, have the kind V.
        Some('f' | 'V') if has(&class, intern!(py, "__float__")) => {
            Ok(Some(ArgValue::Float(object.call_method0("__float__")?.extract()?)))
        }
        _ if has(&class, intern!(py, "__index__")) => Ok(Some(ArgValue::Int(int(object)?))),
        _ => Ok(None),
    }
}

/// Returns the kind letter of a NumPy scalar, if the object is one.
fn scalar_kind(object: &Bound<'_, PyAny>) -> PyResult<Option<char>> {
    let (py, class) = (object.py(), object.get_type());
    if !has(&class, intern!(py, "dtype")) || !has(&class, intern!(py, "shape")) {
        return Ok(None);
    }
    let shape: Option<Bound<'_, PyAny>> = sign(object, intern!(py, "shape"))?;
    if shape.is_none_or(|shape| shape.len().ok() != Some(0)) {
        return Ok(None);
    }
    let dtype: Option<Bound<'_, PyAny>> = sign(object, intern!(py, "dtype"))?;
    dtype.map_or(Ok(None), |dtype| sign(&dtype, intern!(py, "kind")))
}

/// Converts an integer object to 64 bits.
pub(crate) fn int(object: &Bound<'_, PyAny>) -> Result<i64, ConversionError> {
    match object.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Err(ConversionError::too_large(object, "a signed 64-bit integer"))
        }
        number => Ok(number?),
    }
}

/// Converts a count that was passed for the parameter `name`.
pub(crate) fn count<T: TryFrom<i64>>(name: &str, value: i64) -> PyResult<T> {
    T::try_from(value).map_err(|_| {
        let expected = if value < 0 { "0 or more" } else { "a smaller number" };
        PyValueError::new_err(format!("{name}: expected {expected}, found {value}"))
    })
}

/// The extents of a shape, from any iterable of integers.
pub(crate) struct Extents(pub(crate) Vec<i64>);

impl<'py> FromPyObject<'_, 'py> for Extents {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mut steps = LoopSteps::default();
        let extent = |(index, item): (usize, PyResult<Bound<'_, PyAny>>)| {
            steps.count(object.py())?;
            let item = item?;
            let item_error = |error| match error {
                ConversionError::Raised(error) if error.is_instance_of::<PyTypeError>(item.py()) => {
                    ConversionError::new(&item, "is not an integer")
                }
                error => error,
            };
            int(&item).map_err(|error| item_error(error).with_path(|| format!("[{index}]")).into())
        };
        object.try_iter()?.enumerate().map(extent).collect::<PyResult<_>>().map(Self)
    }
}

/// Converts a number to a constant node with `node._const`.
pub(crate) fn constant(object: &Bound<'_, PyAny>, number: ArgValue<'_>) -> PyResult<ObjectRef> {
    match try_constant(object, number)? {
        Some(constant) => Ok(constant),
        None => Err(PyTypeError::new_err(
            "no node types for numbers are linked in: the function node._const is missing",
        )),
    }
}

/// Converts a number to a constant node. Returns `None` if no node types for numbers are linked in.
/// A number with a data type keeps its data type.
pub(crate) fn try_constant(object: &Bound<'_, PyAny>, number: ArgValue<'_>) -> PyResult<Option<ObjectRef>> {
    Constants::new().of(object, number)
}

/// The function `node._const` before Python code could replace it.
struct Original {
    make: Option<PackedFunc>,
    /// The part with the functions that make the same constants of plain numbers.
    part: Option<Part>,
}

static ORIGINAL: OnceLock<Original> = OnceLock::new();

/// Keeps the original function that makes constants.
pub(crate) fn init(part: Option<Part>) {
    ORIGINAL.get_or_init(|| Original { make: Registry::find("node._const"), part });
}

/// The conversion of numbers to constant nodes, for several numbers.
pub(crate) struct Constants {
    make: Option<PackedFunc>,
    /// The original function, which runs no Python code, unless another one has replaced it.
    original: Option<&'static Original>,
}

impl Constants {
    pub(crate) fn new() -> Self {
        let make = Registry::find("node._const");
        let is_made = |original: &&Original| match (&make, &original.make) {
            (Some(make), Some(original)) => make.same_as(original),
            _ => false,
        };
        let original = ORIGINAL.get().filter(is_made);
        Self { make, original }
    }

    /// Returns a function that makes the constants of many plain numbers, unless another one has
    /// replaced the original function.
    pub(crate) fn of_plain_numbers(&self) -> Option<Box<dyn FnMut(PlainNumber) -> ObjectRef>> {
        Some((self.original?.part?.constants)())
    }

    /// Works like [`Constants::of`]. Returns `None` if a Python function would make the constant,
    /// and for errors.
    pub(crate) fn without_python(
        &self,
        object: &Bound<'_, PyAny>,
        number: ArgValue<'_>,
    ) -> Option<ObjectRef> {
        if self.original.is_some() { self.of(object, number).ok()? } else { None }
    }

    /// Works like [`try_constant`].
    fn of(&self, object: &Bound<'_, PyAny>, number: ArgValue<'_>) -> PyResult<Option<ObjectRef>> {
        if let Some(Original { part: Some(part), .. }) = self.original
            && let Some(number) = plain_number(object, number)
        {
            return Ok(Some((part.constant)(number)));
        }
        self.make.as_ref().map(|make| constant_by(make, object, number)).transpose()
    }
}

/// Returns the number that an object was converted to, if the object is of one of Python's own
/// types.
#[inline(always)]
pub(crate) fn plain_number(object: &Bound<'_, PyAny>, number: ArgValue<'_>) -> Option<PlainNumber> {
    match number {
        ArgValue::Int(value) if object.is_exact_instance_of::<PyInt>() => Some(PlainNumber::Int(value)),
        ArgValue::Int(value) if object.is_exact_instance_of::<PyBool>() => {
            Some(PlainNumber::Bool(value != 0))
        }
        ArgValue::Float(value) if object.is_exact_instance_of::<PyFloat>() => Some(PlainNumber::Float(value)),
        _ => None,
    }
}

/// Converts a number to a constant node with the function `node._const`.
fn constant_by(make: &PackedFunc, object: &Bound<'_, PyAny>, number: ArgValue<'_>) -> PyResult<ObjectRef> {
    let is_pythons = plain_number(object, number).is_some();
    let own = if !is_pythons && scalar_kind(object)?.is_some() {
        Some(object.getattr("dtype")?.str()?.to_string_lossy().into_owned())
    } else {
        None
    };
    let dtype = match number {
        _ if own.is_some() => own.as_deref().unwrap_or_default().into(),
        ArgValue::Int(_) if object.is_instance_of::<PyBool>() => DataType::BOOL.into(),
        ArgValue::Int(number) if i32::try_from(number).is_ok() => DataType::int(32).into(),
        ArgValue::Int(_) => DataType::int(64).into(),
        _ => DataType::float(32).into(),
    };
    let made = make.call_as::<ObjectRef>([number, dtype, ArgValue::Null]);
    made.map_err(|failed| error::to_python(object.py(), failed))
}
