//! Values that cannot be what they are asked to be.

use crate::cast::CastError;
use crate::tensor::data_type::ParseDataTypeError;
use crate::value::tvm_value::TypeCode;

/// A conversion that would be wrong, or lose something.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The value is of another kind.
    #[error("expected {expected} but got {found}")]
    Kind {
        /// The kind asked for.
        expected: &'static str,
        /// The kind of the value, or the type key of the object.
        found: &'static str,
    },
    /// The number does not fit into the type asked for.
    #[error("expected {expected}, found {found}, which it cannot hold")]
    Range {
        /// The type asked for.
        expected: &'static str,
        /// The number.
        found: String,
    },
    /// The object is of another type.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// The text is not that of a data type.
    #[error(transparent)]
    DataType(#[from] ParseDataTypeError),
    /// The text is not UTF-8.
    #[error("expected text in UTF-8, found a byte that is not at position {position}")]
    NotUtf8 {
        /// Where the first bad byte is.
        position: usize,
    },
    /// The type code means nothing.
    #[error("{code}: expected one of 0 to 14")]
    UnknownCode {
        /// The code.
        code: TypeCode,
    },
    /// A pointer is null that must not be.
    #[error("expected a {expected} that is not null")]
    NullPointer {
        /// What it should point to.
        expected: TypeCode,
    },
    /// The node was never made an object, so nobody can hold a reference to it.
    #[error("expected {expected}, found a node that `make_object` was not called for")]
    Detached {
        /// The type asked for.
        expected: String,
    },
}
