//! Errors with the messages and kinds that the front ends of TVM expect.

use objet_reflection::{Difference, Field, ReflectError, Reflection};
use objet_runtime::{Error, ErrorKind};

/// An error of reflection, with the message for front ends.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrontEndError {
    #[error("{type_key} object has no attributed {name}")]
    NoAttribute { type_key: String, name: String },
    #[error("{type_key} is not registered via TVM_REGISTER_NODE_TYPE")]
    NotReflected { type_key: String },
    #[error("Cannot find type {type_key}. Did you forget to link the crate that declares it?")]
    UnknownType { type_key: String },
    #[error("{type_key}: require field {field}")]
    MissingField { type_key: &'static str, field: &'static str },
    #[error("{type_key} does not contain field {}", names.iter().map(|name| format!(" {name}")).collect::<String>())]
    SurplusFields { type_key: &'static str, names: Vec<String> },
    #[error("expected the type key, then a name and a value for each field, found {count} arguments")]
    OddCount { count: usize },
    #[error("{type_key}.{field}: value {found} is {bound}")]
    OutOfBounds { type_key: &'static str, field: &'static str, found: String, bound: String },
    #[error("{type_key}.{field}: {source}")]
    Value { type_key: &'static str, field: &'static str, source: objet_object::ValueError },
    #[error("expected -1 or an index less than {len}, found {index}")]
    NoSuchName { len: usize, index: i64 },
    #[error("StructuralEqual check failed, caused by lhs:\n{lhs}\nand rhs:\n{rhs}{location}")]
    NotEqual { lhs: String, rhs: String, location: String },
    #[error(transparent)]
    Other(ReflectError),
}

impl From<ReflectError> for FrontEndError {
    fn from(error: ReflectError) -> Self {
        match error {
            ReflectError::UnknownField { type_key, found: name, .. } => Self::NoAttribute { type_key, name },
            ReflectError::NotReflected { type_key } => Self::NotReflected { type_key },
            ReflectError::UnknownType { found: type_key, .. } => Self::UnknownType { type_key },
            ReflectError::MissingField { type_key, field, .. } => Self::MissingField { type_key, field },
            ReflectError::Value { type_key, field, source } => Self::Value { type_key, field, source },
            ReflectError::OutOfBounds { type_key, field, expected, found } => {
                let bound = bound(type_key, field, &found).unwrap_or(format!("not {expected}"));
                Self::OutOfBounds { type_key, field, found, bound }
            }
            error => Self::Other(error),
        }
    }
}

/// Returns a description of the bound that the number exceeds.
fn bound(type_key: &str, field: &str, found: &str) -> Option<String> {
    let field: &Field = Reflection::of_key(type_key).ok()?.field(field).ok()?;
    let (lower, upper) = (field.lower_bound(), field.upper_bound());
    let number: f64 = found.parse().ok()?;
    let beyond = |bound: Option<objet_object::RetValue>, is_beyond: fn(f64, f64) -> bool| {
        bound.filter(|bound| bound.get::<f64>().is_ok_and(|bound| is_beyond(number, bound)))
    };
    match (beyond(lower, |number, lower| number < lower), beyond(upper, |number, upper| number > upper)) {
        (Some(lower), _) => Some(format!("smaller than the lower bound {lower:?}")),
        (None, Some(upper)) => Some(format!("bigger than the upper bound {upper:?}")),
        (None, None) => None,
    }
}

impl From<FrontEndError> for Error {
    fn from(error: FrontEndError) -> Self {
        use FrontEndError::*;
        let kind = match &error {
            NoAttribute { .. } | MissingField { .. } | SurplusFields { .. } | OutOfBounds { .. } => {
                ErrorKind::ATTRIBUTE_ERROR
            }
            NotReflected { .. } | Value { .. } => ErrorKind::TYPE_ERROR,
            NotEqual { .. } => ErrorKind::VALUE_ERROR,
            UnknownType { .. } | OddCount { .. } | NoSuchName { .. } | Other(_) => ErrorKind::TVM_ERROR,
        };
        Self::with_source(kind, error)
    }
}

impl From<Difference> for FrontEndError {
    fn from(Difference { path, lhs, rhs }: Difference) -> Self {
        let location = if path.is_empty() { String::new() } else { format!("\nat {path}") };
        Self::NotEqual { lhs, rhs, location }
    }
}
