//! Errors of the global functions for containers and modules.

use crate::error::ErrorKind;

/// An element does not exist, or a container cannot be created. The messages begin like those of
/// TVM.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ContainerError {
    /// The index is out of range.
    #[error("out of bound of {container}: expected an index less than {len}, found {index}")]
    OutOfBound { container: &'static str, len: usize, index: i64 },
    /// The map does not have the key.
    #[error("cannot find the corresponding key in the Map: {key}")]
    NoKey { key: String },
    /// The last key has no value.
    #[error("expected alternating keys and values, found {count} arguments")]
    OddCount { count: usize },
    /// An element is neither an object nor null.
    #[error("argument {position}: expected an object or null, found {found}")]
    NoObject { position: usize, found: &'static str },
}

impl ContainerError {
    pub(crate) fn kind(&self) -> ErrorKind {
        match self {
            Self::NoObject { .. } => ErrorKind::TYPE_ERROR,
            _ => ErrorKind::INTERNAL_ERROR,
        }
    }
}

/// Converts an index into a container of `len` elements.
pub(super) fn position(index: i64, len: usize, container: &'static str) -> Result<usize, ContainerError> {
    let position = usize::try_from(index).ok().filter(|position| *position < len);
    position.ok_or(ContainerError::OutOfBound { container, len, index })
}
