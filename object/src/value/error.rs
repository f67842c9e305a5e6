//! Errors of value conversions.

use crate::cast::CastError;
use crate::field_type::EnumType;
use crate::tensor::data_type::ParseDataTypeError;
use crate::value::tvm_value::TypeCode;

/// A value does not convert to the requested type, or would lose information.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The value has another kind.
    #[error("expected {expected} but got {found}")]
    Kind {
        /// The requested kind.
        expected: &'static str,
        /// The kind of the value, or the type key of the object.
        found: &'static str,
    },
    /// The requested type cannot represent the number.
    #[error("expected {expected}, found {found}, which it cannot hold")]
    Range {
        /// The requested type.
        expected: &'static str,
        /// The number.
        found: String,
    },
    /// The value is neither the name nor the number of a variant.
    #[error("expected a {declared}, found {found}")]
    Variant {
        /// The enum.
        declared: &'static EnumType,
        /// The value.
        found: String,
    },
    /// An element of a list does not convert.
    #[error("element {index}: {source}")]
    Element {
        /// The index of the element.
        index: usize,
        /// The error of the element.
        source: Box<ValueError>,
    },
    /// A list has another length than the array.
    #[error("wrong number of elements: expected {expected}, found {found}")]
    Length {
        /// The length of the array.
        expected: usize,
        /// The length of the list.
        found: usize,
    },
    /// The text is not that of a value.
    #[error("{reason}")]
    Text {
        /// The reason, with the location.
        reason: String,
    },
    /// The object has another type.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// The string does not name a data type.
    #[error(transparent)]
    DataType(#[from] ParseDataTypeError),
    /// The string is not UTF-8.
    #[error("invalid UTF-8 at byte {position}")]
    NotUtf8 {
        /// The position of the first invalid byte.
        position: usize,
    },
    /// The type code is unknown.
    #[error("{code}: expected one of 0 to 14")]
    UnknownCode {
        /// The code.
        code: TypeCode,
    },
    /// A pointer is null that must not be.
    #[error("null pointer: expected {expected}")]
    NullPointer {
        /// The type code of the expected value.
        expected: TypeCode,
    },
    /// The node is not an object, so it cannot be referenced.
    #[error("expected {expected}, found a node that is not an object (call `make_object` first)")]
    Detached {
        /// The requested type.
        expected: String,
    },
}

impl ValueError {
    /// Whether the value has an expected kind, but a content that the requested type rejects, such
    /// as a number out of range.
    pub fn is_about_content(&self) -> bool {
        match self {
            Self::Range { .. }
            | Self::Variant { .. }
            | Self::DataType(_)
            | Self::NotUtf8 { .. }
            | Self::Length { .. }
            | Self::Text { .. } => true,
            Self::Element { source, .. } => source.is_about_content(),
            _ => false,
        }
    }
}
