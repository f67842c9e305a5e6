//! Values that Python gives and nobody can take.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;

/// Why a value is not taken.
pub(crate) enum Refusal {
    /// It is nothing that could be.
    Value {
        kind: Kind,
        /// The name of its class, or what else it is called.
        what: String,
        /// What it is not.
        why: String,
        /// Where it is in what was given; empty if it is that itself.
        place: String,
    },
    /// Python says why.
    Raised(PyErr),
}

/// What is wrong with a value: of what class the exception is.
pub(crate) enum Kind {
    /// Its class.
    Class,
    /// Its size.
    Number,
    /// The bytes in it.
    Bytes,
    /// The characters in it: with what Python's exception says.
    Text(Box<Unencoded>),
}

/// What a `UnicodeEncodeError` is made of: the encoding, the text, the first place and that behind the last one, and why.
type Unencoded = (String, Py<PyAny>, isize, isize, String);

impl Refusal {
    pub(crate) fn new(object: &Bound<'_, PyAny>, why: &str) -> Self {
        Self::of(Kind::Class, class_name(object), why)
    }

    fn of(kind: Kind, what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Value { kind, what: what.into(), why: why.into(), place: String::new() }
    }

    /// The refusal of an integer that does not fit. Python writes no very long ones, so these are called by their length.
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

    /// The refusal of bytes that are no text, those at a position being the first.
    pub(crate) fn not_utf8(position: usize) -> Self {
        Self::of(Kind::Bytes, "bytes", format!("are no text in UTF-8, which ends at position {position}"))
    }

    /// The refusal that an exception is which came of a look at a text.
    pub(crate) fn of_text(py: Python<'_>, error: PyErr) -> Self {
        let said = error.value(py);
        if !said.is_instance_of::<PyUnicodeEncodeError>() {
            return Self::Raised(error);
        }
        match said.getattr("args").and_then(|args| args.extract()) {
            Ok(said) => Self::of(Kind::Text(Box::new(said)), "str", "is no text in UTF-8"),
            Err(failed) => Self::Raised(failed),
        }
    }

    /// The refusal of something that is in what was given.
    pub(crate) fn inside(mut self, way: impl FnOnce() -> String) -> Self {
        if let Self::Value { place, .. } = &mut self {
            *place = way();
        }
        self
    }

    /// The exception for a field of that name, with what it holds.
    pub(crate) fn of_field(self, name: &str, expected: &str) -> PyErr {
        match self {
            Self::Value { kind: Kind::Class, what, place, .. } if place.is_empty() => {
                PyTypeError::new_err(format!("{name}: expected {expected}, found {what}"))
            }
            Self::Value { kind, what, why, place } => {
                kind.exception(&format!("{name}{place}: "), &what, "", &why)
            }
            Self::Raised(error) => error,
        }
    }

    /// The exception for an argument.
    pub(crate) fn of_argument(self, function: &str, position: usize, name: Option<&str>) -> PyErr {
        let name = name.map_or_else(String::new, |name| format!(" ({name})"));
        self.while_converting(&format!(
            "In function {function}: error while converting argument {position}{name}: "
        ))
    }

    /// The exception for the result of a function of Python's.
    pub(crate) fn of_result(self, function: &str) -> PyErr {
        self.while_converting(&format!("In function {function}: error while converting the result: "))
    }

    fn while_converting(self, before: &str) -> PyErr {
        match self {
            Self::Value { kind, what, why, place } => {
                let at = if place.is_empty() { place } else { format!(" at {}", place.trim_start()) };
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
            Self::Text(said) => {
                let (encoding, text, start, end, mut reason) = *said;
                if !before.is_empty() || !at.is_empty() {
                    reason = format!("{reason}; {before}{}{at} {why}", article(what));
                }
                PyUnicodeEncodeError::new_err((encoding, text, start, end, reason))
            }
        }
    }
}

impl From<PyErr> for Refusal {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        refusal.while_converting("")
    }
}

/// The name of an object's class.
pub(crate) fn class_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string_lossy().into_owned())
}

/// A name with its article.
pub(crate) fn article(name: &str) -> String {
    let is_vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}
