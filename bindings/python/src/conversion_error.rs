//! Conversion errors: values from Python that cannot be converted.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;

/// The reason why a value cannot be converted.
pub(crate) enum ConversionError {
    /// The value has no conversion.
    Value {
        kind: Kind,
        /// The name of the value's class, or another description of the value.
        what: String,
        /// The reason, as a predicate.
        why: String,
        /// The path from the converted value to this value. Empty if both are the same.
        path: String,
    },
    /// Python raised an exception.
    Raised(PyErr),
}

/// The kind of a conversion error, which determines the class of the exception.
pub(crate) enum Kind {
    /// The class of the value.
    Class,
    /// The magnitude of a number.
    Number,
    /// The content of bytes.
    Bytes,
    /// The characters of a string, with the data of Python's exception.
    Text(Box<Unencoded>),
}

/// The arguments of a `UnicodeEncodeError`: the encoding, the string, the start and the end of the
/// invalid characters, and the reason.
type Unencoded = (String, Py<PyAny>, isize, isize, String);

impl ConversionError {
    pub(crate) fn new(object: &Bound<'_, PyAny>, why: &str) -> Self {
        Self::of(Kind::Class, class_name(object), why)
    }

    fn of(kind: Kind, what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Value { kind, what: what.into(), why: why.into(), path: String::new() }
    }

    /// Makes the error for an integer that does not fit. A very long integer is described by its
    /// number of bits, because Python refuses to format it.
    pub(crate) fn too_large(object: &Bound<'_, PyAny>, whereto: &str) -> Self {
        let bits = object.call_method0("bit_length").and_then(|bits| bits.extract::<u64>());
        let what = match bits {
            Ok(bits) if bits > 256 => format!("an integer of {bits} bits"),
            _ => {
                object.str().map_or_else(|_| "the integer".into(), |text| text.to_string_lossy().into_owned())
            }
        };
        Self::of(Kind::Number, what, format!("does not fit into {whereto}"))
    }

    /// Makes the error for bytes that are not UTF-8. `position` is the first invalid byte.
    pub(crate) fn not_utf8(position: usize) -> Self {
        Self::of(Kind::Bytes, "bytes", format!("are not valid UTF-8 from position {position}"))
    }

    /// Converts an exception that Python raised for a string.
    pub(crate) fn of_text(py: Python<'_>, error: PyErr) -> Self {
        let raised = error.value(py);
        if !raised.is_instance_of::<PyUnicodeEncodeError>() {
            return Self::Raised(error);
        }
        match raised.getattr("args").and_then(|args| args.extract()) {
            Ok(arguments) => Self::of(Kind::Text(Box::new(arguments)), "str", "is not valid UTF-8"),
            Err(failed) => Self::Raised(failed),
        }
    }

    /// Whether the value itself has no native form, and not a part of it.
    pub(crate) fn is_about_the_class(&self) -> bool {
        matches!(self, Self::Value { kind: Kind::Class, path, .. } if path.is_empty())
    }

    /// Adds the path to the value.
    pub(crate) fn with_path(mut self, path: impl FnOnce() -> String) -> Self {
        if let Self::Value { path: own, .. } = &mut self {
            *own = path();
        }
        self
    }

    /// Returns the exception for a field with the given name and type.
    pub(crate) fn of_field(self, name: &str, expected: &str) -> PyErr {
        match self {
            Self::Value { kind: Kind::Class, what, path, .. } if path.is_empty() => {
                PyTypeError::new_err(format!("{name}: expected {expected}, found {what}"))
            }
            Self::Value { kind, what, why, path } => {
                kind.exception(&format!("{name}{path}: "), &what, "", &why)
            }
            Self::Raised(error) => error,
        }
    }

    /// Returns the exception for an argument.
    pub(crate) fn of_argument(self, function: &str, position: usize, name: Option<&str>) -> PyErr {
        let name = name.map_or_else(String::new, |name| format!(" ({name})"));
        self.while_converting(&format!(
            "In function {function}: error while converting argument {position}{name}: "
        ))
    }

    /// Returns the exception for the result of a Python callable.
    pub(crate) fn of_result(self, function: &str) -> PyErr {
        self.while_converting(&format!("In function {function}: error while converting the result: "))
    }

    fn while_converting(self, before: &str) -> PyErr {
        match self {
            Self::Value { kind, what, why, path } => {
                let at = if path.is_empty() { path } else { format!(" at {}", path.trim_start()) };
                kind.exception(before, &what, &at, &why)
            }
            Self::Raised(error) => error,
        }
    }
}

impl Kind {
    fn exception(self, before: &str, what: &str, at: &str, why: &str) -> PyErr {
        match self {
            Self::Class => PyTypeError::new_err(format!("{before}{}{at} {why}", article(what))),
            Self::Number => PyOverflowError::new_err(format!("{before}{what}{at} {why}")),
            Self::Bytes => PyValueError::new_err(format!("{before}{what}{at} {why}")),
            Self::Text(arguments) => {
                let (encoding, text, start, end, mut reason) = *arguments;
                if !before.is_empty() || !at.is_empty() {
                    reason = format!("{reason}; {before}{}{at} {why}", article(what));
                }
                PyUnicodeEncodeError::new_err((encoding, text, start, end, reason))
            }
        }
    }
}

impl From<PyErr> for ConversionError {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<ConversionError> for PyErr {
    fn from(error: ConversionError) -> Self {
        error.while_converting("")
    }
}

/// Returns the name of an object's class.
pub(crate) fn class_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string_lossy().into_owned())
}

/// Returns a name with its indefinite article.
pub(crate) fn article(name: &str) -> String {
    let is_vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}
