//! Every error of this crate, as one type.

use crate::cast::{CastError, DowncastError};
use crate::tensor::data_type::ParseDataTypeError;
use crate::tensor::error::NDArrayError;
use crate::types::error::TypeError;
use crate::value::error::ValueError;

/// What can go wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The type table refuses a type.
    #[error(transparent)]
    Type(#[from] TypeError),
    /// An object is not of the type asked for.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// A value does not convert.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A text is not that of a data type.
    #[error(transparent)]
    DataType(#[from] ParseDataTypeError),
    /// A tensor cannot be made or read as asked.
    #[error(transparent)]
    NDArray(#[from] NDArrayError),
}

impl<R> From<DowncastError<R>> for Error {
    fn from(error: DowncastError<R>) -> Self {
        error.into_reason().into()
    }
}

/// A result whose error is any [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
