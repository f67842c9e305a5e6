//! Calls that cannot be made as asked, and those that end in a panic.

use std::any::Any;

use objet_object::ValueError;

use crate::error::{ErrorKind, kind_of_value};

/// What is wrong with a call.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// There are too many arguments, or too few.
    #[error("Function {name} expects {expected}, but {found} were provided: {signature}")]
    Count {
        /// The function.
        name: String,
        /// How many it takes.
        expected: String,
        /// How many there are.
        found: usize,
        /// The function's signature.
        signature: String,
    },
    /// An argument is not what the function takes there.
    #[error("In function {function}: error while converting argument {}: {source}", place(*position, parameter))]
    Argument {
        /// The function.
        function: String,
        /// Which argument it is, from 0.
        position: usize,
        /// The name of the parameter, where it has one.
        parameter: Option<String>,
        /// What was expected and found.
        source: Box<ValueError>,
    },
    /// An argument that is asked for by position is not what is asked for.
    #[error("argument {position}: {source}")]
    At {
        /// Which argument it is, from 0.
        position: usize,
        /// What was expected and found.
        source: Box<ValueError>,
    },
    /// An argument is asked for that is not there.
    #[error("not enough argument passed, {found} passed but request arg[{position}].")]
    TooFew {
        /// Which argument it is, from 0.
        position: usize,
        /// How many there are.
        found: usize,
    },
    /// The result is not what the caller takes.
    #[error("In function {function}: error while converting the result: {source}")]
    Result {
        /// The function.
        function: String,
        /// What was expected and found.
        source: Box<ValueError>,
    },
    /// The function panicked.
    #[error("panicked: {message}")]
    Panicked {
        /// What the panic says.
        message: String,
    },
}

fn place(position: usize, parameter: &Option<String>) -> String {
    match parameter {
        Some(name) => format!("{position} ({name})"),
        None => position.to_string(),
    }
}

impl CallError {
    /// What a panic carries along.
    #[cold]
    pub(crate) fn panicked(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Self::Panicked { message: text.unwrap_or("with something that is no text").into() }
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
