//! Values that Python gives and nobody can take.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Why a value is not taken.
pub(crate) enum Refusal {
    /// It is nothing that could be.
    Value {
        /// The name of its class.
        class: String,
        /// What it is not.
        why: &'static str,
        /// Where it is in what was given; empty if it is that itself.
        place: String,
    },
    /// Python says why.
    Raised(PyErr),
}

impl Refusal {
    pub(crate) fn new(object: &Bound<'_, PyAny>, why: &'static str) -> Self {
        Self::Value { class: class_name(object), why, place: String::new() }
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
            Self::Value { class, place, .. } if place.is_empty() => {
                PyTypeError::new_err(format!("{name}: expected {expected}, found {class}"))
            }
            Self::Value { class, why, place } => {
                PyTypeError::new_err(format!("{name}{place}: {} {why}", article(&class)))
            }
            Self::Raised(error) => error,
        }
    }

    /// The exception for an argument.
    pub(crate) fn of_argument(self, function: &str, position: usize, name: Option<&str>) -> PyErr {
        match self {
            Self::Value { class, why, place } => {
                let name = name.map_or_else(String::new, |name| format!(" ({name})"));
                let at = if place.is_empty() { place } else { format!(" at {}", place.trim_start()) };
                let what = article(&class);
                PyTypeError::new_err(format!(
                    "In function {function}: error while converting argument {position}{name}: {what}{at} {why}"
                ))
            }
            Self::Raised(error) => error,
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
        match refusal {
            Refusal::Value { class, why, place } => {
                let at = if place.is_empty() { place } else { format!(" at {}", place.trim_start()) };
                PyTypeError::new_err(format!("{}{at} {why}", article(&class)))
            }
            Refusal::Raised(error) => error,
        }
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
