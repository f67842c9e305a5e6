//! Errors in the values of a plain document.

use objet_object::{NDArrayError, ParseDataTypeError};

use super::VERSION;
use super::builder::MAX_OPEN;
use crate::error::cut;
use crate::graph::base64_text::Base64Error;
use crate::graph::document::TooMany;

/// The error of a value that a plain document cannot have at its position.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlainError {
    /// The document was written in a later version of the format.
    #[error("expected version {VERSION} of the format as `objet`, found {found}: update the reader")]
    Version {
        /// The version.
        found: String,
    },
    /// A part of the document or of a node has another value than expected.
    #[error("`{part}`: expected {expected}, found {found}")]
    Unexpected {
        /// The key of the part.
        part: String,
        /// The expected value.
        expected: &'static str,
        /// The actual value.
        found: String,
    },
    /// A field has a value that it cannot hold.
    #[error("{}.{}: expected a value of type {expected}, found {found}", cut(type_key), cut(field))]
    Field {
        /// The type key of the node.
        type_key: String,
        /// The field.
        field: String,
        /// The type of the field.
        expected: &'static str,
        /// The actual value.
        found: String,
    },
    /// Saving would change a number.
    #[error(
        "expected a number within 64-bit floats or 128-bit integers, found {found}: write it as a string"
    )]
    Number {
        /// The number.
        found: String,
    },
    /// A key occurs twice, or an `$id` does.
    #[error("duplicate {what} `{found}`")]
    Duplicate {
        /// The kind of the duplicate.
        what: &'static str,
        /// The second occurrence.
        found: String,
    },
    /// A key has no meaning at its position.
    #[error("unknown key `{found}`, candidates are: {candidates}")]
    UnknownKey {
        /// The key.
        found: String,
        /// The keys with a meaning.
        candidates: &'static str,
    },
    /// A required key is missing.
    #[error("missing key `{expected}` in {}", cut(of))]
    MissingKey {
        /// The key.
        expected: &'static str,
        /// The document, or the type key of a node.
        of: String,
    },
    /// A map has the keys of both forms of a map.
    #[error("a map has both `data` and `{found}`: write either `data`, or `keys` and `values`")]
    TwoMapForms {
        /// The key beside `data`.
        found: &'static str,
    },
    /// No object has the `$id` of a reference.
    #[error("no object has the `$id` {id} of a `$ref`, in {from}")]
    UndefinedId {
        /// The `$id`.
        id: u64,
        /// The line of the node with the reference, from 1, or 0 if it is not known.
        line: usize,
        /// The node and the attribute with the reference.
        from: String,
    },
    /// A text is not a data type.
    #[error(transparent)]
    DataType(#[from] ParseDataTypeError),
    /// A text is not base64.
    #[error(transparent)]
    Base64(#[from] Base64Error),
    /// A tensor cannot be made from its parts.
    #[error(transparent)]
    Tensor(#[from] NDArrayError),
    /// Lists and objects lie too deep inside each other.
    #[error(
        "too many lists and objects inside each other: at most {MAX_OPEN} are supported; move inner objects to \
         `nodes`, and refer to them by `$ref`"
    )]
    TooDeep,
    /// The document exceeds a limit of the compact representation.
    #[error("too many {what}: at most {limit} are supported")]
    TooMany {
        /// The items that are too many.
        what: &'static str,
        /// The largest number of items.
        limit: u32,
    },
}

impl PlainError {
    /// Returns the line that the error is about, unless it is the one where the error was found.
    pub(super) fn line(&self) -> Option<usize> {
        match self {
            Self::UndefinedId { line, .. } => Some(*line).filter(|line| *line > 0),
            _ => None,
        }
    }

    /// Whether the text has the type of the node, if the error is about a node.
    pub(super) fn has_type(&self) -> bool {
        matches!(self, Self::Field { .. } | Self::MissingKey { .. })
    }
}

impl From<TooMany> for PlainError {
    fn from(TooMany { what, limit }: TooMany) -> Self {
        Self::TooMany { what, limit }
    }
}
