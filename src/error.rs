//! Every error of Objet, as one type.

pub use objet_object::Error as ObjectError;
use objet_object::{
    CastError, DowncastError, NDArrayError, ParseDataTypeError, TensorBytesError, TypeError, ValueError,
};
use objet_profiling::ProfilingError;
use objet_reflection::{FunctorError, GraphError, ReflectError, RewriteError};
pub use objet_runtime::Error as RuntimeError;
use objet_runtime::{
    BinaryError, DeviceError, ModuleError, ParamsError, RegistryError, SignatureError, TimeEvaluatorError,
};

/// What can go wrong, whatever was asked for. Each function has an error of its own that says less in general and more in
/// particular; all of these convert into this one by `?`.
//
// An error that has a kind for those who call functions is a source of this one, so that a function which gives this one
// passes the kind on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A type, a cast, a value, a data type or a tensor.
    #[error("{0}")]
    Object(#[from] ObjectError),
    /// A field by name, or a node made of such.
    #[error(transparent)]
    Reflect(#[from] ReflectError),
    /// A graph that cannot be loaded or saved.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A graph that cannot be rewritten as asked.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// No function for the type of an object.
    #[error(transparent)]
    Functor(#[from] FunctorError),
    /// A function that failed, or that cannot be called, made, found or registered as asked.
    #[error("{0}")]
    Runtime(#[from] RuntimeError),
}

/// A result whose error is any [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The errors that the object crate has one type for.
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

/// The errors that have a kind for those who call functions.
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

of_runtime!(
    BinaryError,
    DeviceError,
    ModuleError,
    ParamsError,
    ProfilingError,
    RegistryError,
    SignatureError,
    TensorBytesError,
    TimeEvaluatorError,
);

impl<R> From<DowncastError<R>> for Error {
    fn from(error: DowncastError<R>) -> Self {
        Self::Object(error.into())
    }
}
