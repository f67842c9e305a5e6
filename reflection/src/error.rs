//! What can go wrong with fields by name.

use std::error::Error;
use std::sync::Arc;

use objet_object::{TypeError, ValueError, types};

use crate::nearest::nearest_name;

/// A node that cannot be made, read or changed as asked.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReflectError {
    /// No type has this key.
    #[error("unknown type key {found:?}{}", did_you_mean(nearest))]
    UnknownType {
        /// The key asked for.
        found: String,
        /// The nearest key that there is.
        nearest: Option<&'static str>,
    },
    /// The fields of the type are not known.
    #[error("the fields of {type_key} are not known: its node has no `#[derive(Reflect)]`")]
    NotReflected {
        /// The type.
        type_key: String,
    },
    /// The type has no field of this name.
    #[error("{type_key} has no field {found:?}{}", field_names(nearest, fields))]
    UnknownField {
        /// The type.
        type_key: String,
        /// The name asked for.
        found: String,
        /// The nearest name that there is.
        nearest: Option<String>,
        /// All its fields.
        fields: Vec<String>,
    },
    /// A field without a default is given no value.
    #[error("{type_key} needs a value for its field {field:?}, of type {expected}")]
    MissingField {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The field's type.
        expected: &'static str,
    },
    /// A field is given two values.
    #[error("{type_key} is given two values for its field {field:?}")]
    Twice {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A field cannot hold the value.
    #[error("{type_key}.{field}: {source}")]
    Value {
        /// The type.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// What was expected and found.
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
    /// The type's own check refuses the node.
    #[error("{type_key} refuses this node: {source}")]
    Refused {
        /// The type.
        type_key: &'static str,
        /// Why.
        source: Arc<dyn Error + Send + Sync>,
    },
    /// The type is known by its bytes, and has no fields to build it from.
    #[error("{type_key} is made of a name or of bytes, not of fields")]
    OfBytes {
        /// The type.
        type_key: &'static str,
    },
    /// The type table refuses the type.
    #[error(transparent)]
    Type(#[from] TypeError),
}

impl ReflectError {
    #[cold]
    pub(crate) fn unknown_type(found: &str) -> Self {
        Self::UnknownType { found: found.into(), nearest: nearest_type_key(found) }
    }
}

/// The key of the type that was most likely meant.
pub(crate) fn nearest_type_key(found: &str) -> Option<&'static str> {
    let all = types::all();
    nearest_name(found, all.iter().map(|info| info.key()))
}

/// The end of a message that can name what was meant.
pub(crate) fn did_you_mean(nearest: &Option<impl AsRef<str>>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!(", did you mean {:?}?", name.as_ref()))
}

/// The end of a message about a field that does not exist: those that do.
fn field_names(nearest: &Option<String>, fields: &[String]) -> String {
    let list = fields.join(", ");
    match nearest {
        Some(_) => format!("{} Its fields: {list}", did_you_mean(nearest)),
        None if fields.is_empty() => ", nor any other".into(),
        None => format!(": its fields are {list}"),
    }
}
