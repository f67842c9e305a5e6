//! Errors of casts.

use std::fmt;

/// An object does not have the requested type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CastError {
    /// The object itself has another type.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The requested type.
        expected: String,
        /// The object's type key.
        found: &'static str,
    },
    /// The reference is null.
    #[error("expected {expected}, found null")]
    Null {
        /// The requested type.
        expected: String,
    },
    /// A container holds an element that does not fit its element type.
    #[error("expected {expected}, but {position} does not fit: {source}")]
    Element {
        /// The requested type.
        expected: String,
        /// The position of the first element that does not fit.
        position: ElementPosition,
        /// The error of that element.
        source: Box<CastError>,
    },
}

/// A position in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementPosition {
    /// The element at this index.
    Element(usize),
    /// The key of the entry at this index.
    Key(usize),
    /// The value of the entry at this index.
    Value(usize),
}

impl fmt::Display for ElementPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(index) => write!(f, "element {index}"),
            Self::Key(index) => write!(f, "the key of entry {index}"),
            Self::Value(index) => write!(f, "the value of entry {index}"),
        }
    }
}

/// The error of a failed [`downcast`](crate::IsObjectRef::downcast), with the original reference.
pub struct DowncastError<R> {
    object: R,
    reason: CastError,
}

impl<R> DowncastError<R> {
    pub(crate) fn new(object: R, reason: CastError) -> Self {
        Self { object, reason }
    }

    /// Returns the original reference.
    pub fn into_object(self) -> R {
        self.object
    }

    /// Returns the expected type and the found type.
    pub fn reason(&self) -> &CastError {
        &self.reason
    }

    pub(crate) fn into_reason(self) -> CastError {
        self.reason
    }
}

impl<R> fmt::Display for DowncastError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R> fmt::Debug for DowncastError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R> std::error::Error for DowncastError<R> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.reason)
    }
}
