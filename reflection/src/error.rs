//! Errors of access to fields by name.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use objet_object::{TypeError, ValueError, types};

use crate::nearest::nearest_name;

/// The error of a node that cannot be made, read or changed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReflectError {
    /// No type has this key.
    #[error("unknown type key {:?}{}", cut(found), did_you_mean(nearest))]
    UnknownType {
        /// The requested key.
        found: String,
        /// The nearest existing key.
        nearest: Option<&'static str>,
    },
    /// The type has no reflection.
    #[error("{type_key} has no reflection: its node has no `#[derive(Reflect)]`")]
    NotReflected {
        /// The type.
        type_key: String,
    },
    /// The type is declared as abstract.
    #[error("{type_key} is abstract: make a node of a type that extends it")]
    Abstract {
        /// The type.
        type_key: &'static str,
    },
    /// The type has no field of this name.
    #[error("{type_key} has no field {:?}{}", cut(found), field_names(nearest, fields))]
    UnknownField {
        /// The type.
        type_key: String,
        /// The requested name.
        found: String,
        /// The nearest existing name.
        nearest: Option<String>,
        /// The names of all fields of the type.
        fields: Vec<String>,
    },
    /// A required field has no value.
    #[error("{type_key}: missing value for field {field:?} of type {expected}")]
    MissingField {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The field's type.
        expected: &'static str,
    },
    /// The function that computes the value of a field, which a file does not have, returned an
    /// error.
    #[error(
        "{type_key}: cannot compute the value of field {field:?}, which the file does not have: {source}"
    )]
    NotComputed {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The error of the function.
        source: Arc<dyn Error + Send + Sync>,
    },
    /// A field has two values.
    #[error("{type_key}: duplicate value for field {field:?}")]
    DuplicateField {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
    },
    /// The field cannot hold the value.
    #[error("{type_key}.{field}: {source}")]
    Value {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The expected type and the value found.
        source: ValueError,
    },
    /// An attribute of a node of an unknown type cannot hold the value.
    #[error("{}.{}: {source}", cut(type_key), cut(attr))]
    Attr {
        /// The type key in the file.
        type_key: Box<str>,
        /// The attribute.
        attr: Box<str>,
        /// The expected type and the value found.
        source: ValueError,
    },
    /// A value is outside of the field's bounds.
    #[error("{type_key}.{field}: expected {expected}, found {found}")]
    OutOfBounds {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The bounds.
        expected: String,
        /// The value.
        found: String,
    },
    /// The declared lower bound of a field is greater than the upper bound.
    #[error("{type_key}.{field}: the lower bound {lower} is greater than the upper bound {upper}")]
    CrossedBounds {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The lower bound.
        lower: String,
        /// The upper bound.
        upper: String,
    },
    /// The declared default of a field is outside of the field's bounds.
    #[error("{type_key}.{field}: the default {default} is out of bounds: expected {expected}")]
    DefaultOutOfBounds {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The bounds.
        expected: String,
        /// The default.
        default: String,
    },
    /// The type's own check rejects the node.
    #[error("invalid {type_key} node: {source}")]
    Invalid {
        /// The type.
        type_key: &'static str,
        /// The reason.
        source: Arc<dyn Error + Send + Sync>,
    },
    /// Objects of the type are created from bytes, not from fields.
    #[error("{type_key} is created from a name or from bytes, not from fields")]
    NotBuiltFromFields {
        /// The type.
        type_key: &'static str,
    },
    /// Files have no form for the declared type of a field.
    #[error("{path}: files have no form for {type_key}; exclude the field with `#[reflect(skip)]`")]
    NotSaveable {
        /// The path of the field, from the type that was checked.
        path: String,
        /// The type that has no form.
        type_key: &'static str,
    },
    /// The type table rejected the type.
    #[error(transparent)]
    Type(#[from] TypeError),
}

impl ReflectError {
    #[cold]
    pub(crate) fn unknown_type(found: &str) -> Self {
        Self::UnknownType { found: found.into(), nearest: nearest_type_key(found) }
    }
}

/// The maximum number of characters of a name from a file in an error message.
const NAME: usize = 100;

/// A name or a text from a file in an error message, without its end if it is long.
pub(crate) struct Cut<'a>(&'a str);

/// Returns a name or a text from a file for an error message.
pub(crate) fn cut(text: &str) -> Cut<'_> {
    Cut(text)
}

impl Cut<'_> {
    fn text(&self) -> Cow<'_, str> {
        match self.0.char_indices().nth(NAME) {
            Some((end, _)) => format!("{}…", &self.0[..end]).into(),
            None => self.0.into(),
        }
    }
}

impl fmt::Display for Cut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for Cut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.text(), f)
    }
}

/// Returns the registered key that is most similar to `found`.
pub(crate) fn nearest_type_key(found: &str) -> Option<&'static str> {
    let all = types::all();
    nearest_name(found, all.iter().map(|info| info.key()))
}

/// Returns the end of an error message, which suggests the nearest name.
pub(crate) fn did_you_mean(nearest: &Option<impl AsRef<str>>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!(", did you mean {:?}?", name.as_ref()))
}

/// Returns the end of an error message about an unknown field, with the existing field names.
fn field_names(nearest: &Option<String>, fields: &[String]) -> String {
    let list = fields.join(", ");
    match nearest {
        Some(_) => format!("{} Its fields: {list}", did_you_mean(nearest)),
        None if fields.is_empty() => ": it has no fields".into(),
        None => format!(": its fields are {list}"),
    }
}
