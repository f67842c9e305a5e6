//! Casts that failed.

use std::fmt;

/// An object is not of the type that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CastError {
    /// The object itself is of another type.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The type asked for.
        expected: String,
        /// The object's type key.
        found: &'static str,
    },
    /// There is no object.
    #[error("expected {expected}, found null")]
    Null {
        /// The type asked for.
        expected: String,
    },
    /// A container holds something that it must not hold.
    #[error("expected {expected}, but {place} does not fit: {source}")]
    Element {
        /// The type asked for.
        expected: String,
        /// Where the first element is that does not fit.
        place: Place,
        /// What is wrong with it.
        source: Box<CastError>,
    },
}

/// A place in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The element of that index.
    Element(usize),
    /// The key of the entry of that index.
    Key(usize),
    /// The value of the entry of that index.
    Value(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(index) => write!(f, "element {index}"),
            Self::Key(index) => write!(f, "the key of entry {index}"),
            Self::Value(index) => write!(f, "the value of entry {index}"),
        }
    }
}

/// A [`downcast`](crate::IsObjectRef::downcast) that failed, and the reference it was asked of.
pub struct DowncastError<R> {
    object: R,
    reason: CastError,
}

impl<R> DowncastError<R> {
    pub(crate) fn new(object: R, reason: CastError) -> Self {
        Self { object, reason }
    }

    /// The reference, unchanged.
    pub fn into_object(self) -> R {
        self.object
    }

    /// What was expected and found.
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
