//! Errors of calls: wrong arguments, wrong results and panics.

use std::any::Any;

use objet_object::ValueError;

use crate::error::{ErrorKind, kind_of_value};

/// The reason why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The number of arguments is wrong.
    #[error("Function {name} expects {expected}, but {found} were provided: {signature}")]
    Count {
        /// The name of the function.
        name: String,
        /// The number of arguments that the function takes, as a phrase.
        expected: String,
        /// The number of arguments of the call.
        found: usize,
        /// The signature of the function.
        signature: String,
    },
    /// An argument cannot be converted to the type of its parameter.
    #[error("In function {function}: error while converting argument {}: {source}", parameter_label(*position, parameter))]
    Argument {
        /// The name of the function.
        function: String,
        /// The position of the argument, from 0.
        position: usize,
        /// The name of the parameter, if known.
        parameter: Option<String>,
        /// The conversion error.
        source: Box<ValueError>,
    },
    /// An argument that the function read by position has another type.
    #[error("argument {position}: {source}")]
    At {
        /// The position of the argument, from 0.
        position: usize,
        /// The conversion error.
        source: Box<ValueError>,
    },
    /// The function read an argument at a position beyond the last one.
    #[error("not enough argument passed, {found} passed but request arg[{position}].")]
    TooFew {
        /// The requested position, from 0.
        position: usize,
        /// The number of arguments of the call.
        found: usize,
    },
    /// The result cannot be converted to the type that the caller requested.
    #[error("In function {function}: error while converting the result: {source}")]
    Result {
        /// The name of the function.
        function: String,
        /// The conversion error.
        source: Box<ValueError>,
    },
    /// The function panicked.
    #[error("panicked: {message}")]
    Panicked {
        /// The panic message.
        message: String,
    },
}

fn parameter_label(position: usize, parameter: &Option<String>) -> String {
    match parameter {
        Some(name) => format!("{position} ({name})"),
        None => position.to_string(),
    }
}

impl CallError {
    /// Creates the error from the payload of a panic.
    #[cold]
    pub(crate) fn panicked(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Self::Panicked { message: text.unwrap_or("the payload is not a string").into() }
    }

    pub(crate) fn kind(&self) -> ErrorKind {
        match self {
            Self::Argument { source, .. } | Self::At { source, .. } | Self::Result { source, .. } => {
                kind_of_value(source)
            }
            Self::Count { .. } | Self::TooFew { .. } => ErrorKind::TYPE_ERROR,
            Self::Panicked { .. } => ErrorKind::INTERNAL_ERROR,
        }
    }
}
