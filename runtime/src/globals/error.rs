//! What can go wrong with the containers of a front end.

use crate::error::ErrorKind;

/// An element that is not there, or a container that cannot be made. The texts begin as those of TVM.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ContainerError {
    /// There are not as many elements.
    #[error("out of bound of {container}: expected an index less than {len}, found {index}")]
    OutOfBound { container: &'static str, len: usize, index: i64 },
    /// The map has no such key.
    #[error("cannot find the corresponding key in the Map: {key}")]
    NoKey { key: String },
    /// The last key has no value.
    #[error("expected keys and values by turns, found {count} arguments")]
    OddCount { count: usize },
    /// Only objects are elements.
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

/// The place in a container of that many elements.
pub(super) fn position(index: i64, len: usize, container: &'static str) -> Result<usize, ContainerError> {
    let position = usize::try_from(index).ok().filter(|position| *position < len);
    position.ok_or(ContainerError::OutOfBound { container, len, index })
}
