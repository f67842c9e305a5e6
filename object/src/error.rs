//! The error type of this crate.

use crate::cast::{CastError, DowncastError};
use crate::tensor::data_type::ParseDataTypeError;
use crate::tensor::error::NDArrayError;
use crate::types::error::TypeError;
use crate::value::error::ValueError;

/// Any error of this crate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The type table rejects a type.
    #[error(transparent)]
    Type(#[from] TypeError),
    /// An object does not have the requested type.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// A value does not convert to the requested type.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A string does not name a data type.
    #[error(transparent)]
    DataType(#[from] ParseDataTypeError),
    /// A tensor cannot be created, read or written.
    #[error(transparent)]
    NDArray(#[from] NDArrayError),
}

impl<R> From<DowncastError<R>> for Error {
    fn from(error: DowncastError<R>) -> Self {
        error.into_reason().into()
    }
}

/// A result whose default error is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
