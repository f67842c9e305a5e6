//! The error type of the facade, which includes all errors of Objet.

pub use objet_object::Error as ObjectError;
use objet_object::{CastError, DowncastError, NDArrayError, ParseDataTypeError, TypeError, ValueError};
#[cfg(feature = "json")]
use objet_reflection::GraphError;
use objet_reflection::{FunctorError, ReflectError, RewriteError};
#[cfg(feature = "runtime")]
pub use objet_runtime::Error as RuntimeError;

/// Any error of Objet. Each function returns a more specific error, which converts into this error
/// with `?`.
//
// An error with an `ErrorKind` is the source of this error, so that a packed function that returns
// this error keeps the kind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of a type, a cast, a value, a data type or a tensor.
    #[error("{0}")]
    Object(#[from] ObjectError),
    /// An error of a field that is accessed by name, or of a node that is built by name.
    #[error(transparent)]
    Reflect(#[from] ReflectError),
    /// A graph that cannot be loaded or saved.
    #[cfg(feature = "json")]
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A rewrite of a graph that failed.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// A `NodeFunctor` without a function for the type of an object.
    #[error(transparent)]
    Functor(#[from] FunctorError),
    /// A function that failed, or that cannot be called, created, found or registered.
    #[cfg(feature = "runtime")]
    #[error("{0}")]
    Runtime(#[from] RuntimeError),
}

/// A result with the error [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Converts errors that `ObjectError` includes.
macro_rules! of_object {
    ($($error:ty),+) => {
        $(
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::Object(error.into())
                }
            }
        )+
    };
}

of_object!(CastError, NDArrayError, ParseDataTypeError, TypeError, ValueError);

/// Converts errors that have an `ErrorKind`.
#[cfg(feature = "runtime")]
macro_rules! of_runtime {
    ($($error:ty),+ $(,)?) => {
        $(
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::Runtime(error.into())
                }
            }
        )+
    };
}

#[cfg(feature = "runtime")]
of_runtime!(
    objet_object::TensorBytesError,
    objet_profiling::ProfilingError,
    objet_runtime::BinaryError,
    objet_runtime::DeviceError,
    objet_runtime::ModuleError,
    objet_runtime::ParamsError,
    objet_runtime::RegistryError,
    objet_runtime::SignatureError,
    objet_runtime::TimeEvaluatorError,
);

impl<R> From<DowncastError<R>> for Error {
    fn from(error: DowncastError<R>) -> Self {
        Self::Object(error.into())
    }
}
