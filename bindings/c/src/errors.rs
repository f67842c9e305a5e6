//! Errors of the C API.

use objet_runtime::{BoxError, Error};

/// An error that only the C API raises.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("Cannot find type {key}. Did you forget to register the node by TVM_REGISTER_NODE_TYPE ?")]
    UnknownTypeKey { key: String },
    #[error("Unknown type index {index}")]
    UnknownTypeIndex { index: u32 },
    #[error("{function}: size mismatch: expected the {expected} bytes of the tensor, found {found}")]
    Bytes { function: &'static str, expected: usize, found: usize },
    #[error("TVMArrayCopyFromTo: The size must exactly match: expected {expected} bytes, found {found}")]
    CopySize { expected: usize, found: usize },
    #[error("expected {what} from 0 to {most}, found {found}")]
    Range { what: &'static str, most: i64, found: i64 },
    #[error("out of memory: {bytes} bytes")]
    OutOfMemory { bytes: usize },
}

impl From<ApiError> for Error {
    #[cold]
    fn from(error: ApiError) -> Self {
        BoxError::from(error).into()
    }
}
