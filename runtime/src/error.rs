//! The error type of calls, common to all languages.

use std::any::Any;
use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

use objet_object::__private::caught;
use objet_object::types::Declared;
use objet_object::{
    CastError, DowncastError, Error as ObjectError, NDArrayError, ParseDataTypeError, TensorBytesError,
    TypeError, ValueError,
};

use crate::backend::{BackendError, PendingException};
use crate::binary::BinaryError;
use crate::call_error::CallError;
use crate::device::DeviceError;
use crate::globals::ContainerError;
#[cfg(feature = "graph-executor")]
use crate::graph_executor::GraphError;
use crate::kernel_module::KernelModuleError;
use crate::module::{BlobError, LoadError, MetadataError, ModuleError};
use crate::params::ParamsError;
use crate::registry::RegistryError;
use crate::signature::SignatureError;
use crate::threading::ParallelError;
use crate::time_evaluator::TimeEvaluatorError;
#[cfg(feature = "vm")]
use crate::vm::VmError;

/// Any error that a Rust function may return, boxed.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// An error that crosses functions and languages: a kind, a message, and a frame for each function
/// that it passed through.
///
/// Functions may return any error type that converts into a [`BoxError`]. The conversion keeps the
/// original error as the [`source`]. A nested error of this type keeps its kind.
///
/// `Display` writes one line, `ValueError: negative`. The alternate form `{:#}` adds the frames in
/// the format that front ends parse.
///
/// ```
/// use objet_runtime::{Error, ErrorKind};
///
/// let error = Error::new(ErrorKind::VALUE_ERROR, "negative");
/// assert_eq!(error.to_string(), "ValueError: negative");
/// assert_eq!((error.kind().name(), error.message()), ("ValueError", "negative"));
/// ```
///
/// [`source`]: std::error::Error::source
pub struct Error(Box<Content>);

struct Content {
    kind: ErrorKind,
    message: String,
    traceback: Vec<Frame>,
    source: Option<BoxError>,
}

/// A result whose error type is [`Error`] by default.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of an error: the name of an exception class in front ends. Any crate may define further
/// kinds.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ErrorKind(Cow<'static, str>);

impl ErrorKind {
    /// The general kind.
    pub const TVM_ERROR: Self = Self(Cow::Borrowed("TVMError"));
    /// A bug in the called program, such as a panic.
    pub const INTERNAL_ERROR: Self = Self(Cow::Borrowed("InternalError"));
    /// A value has the wrong type.
    pub const TYPE_ERROR: Self = Self(Cow::Borrowed("TypeError"));
    /// A value has the right type but is not allowed.
    pub const VALUE_ERROR: Self = Self(Cow::Borrowed("ValueError"));
    /// The object has no attribute of that name.
    pub const ATTRIBUTE_ERROR: Self = Self(Cow::Borrowed("AttributeError"));
    /// The container has no entry for the key.
    pub const KEY_ERROR: Self = Self(Cow::Borrowed("KeyError"));
    /// The index is out of range.
    pub const INDEX_ERROR: Self = Self(Cow::Borrowed("IndexError"));

    /// An operation of the operating system failed.
    pub const OS_ERROR: Self = Self(Cow::Borrowed("OSError"));
    /// The file does not exist.
    pub const FILE_NOT_FOUND_ERROR: Self = Self(Cow::Borrowed("FileNotFoundError"));

    /// Creates the kind with that name. Every character other than an ASCII letter, a digit, `_`
    /// and `.` is replaced by `_`. An empty name becomes `TVMError`.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        if is_kind(&name) {
            return Self(name);
        }
        let fitting: String = name.chars().map(|c| if is_of_kind(c) { c } else { '_' }).collect();
        if fitting.is_empty() { Self::TVM_ERROR } else { Self(fitting.into()) }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

fn is_of_kind(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
}

fn is_kind(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_of_kind)
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A function that the error passed through.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Frame {
    /// A function of this runtime.
    Function {
        /// The name of the function.
        name: String,
        /// The source location of the declaration, if known.
        declared: Option<Declared>,
    },
    /// A frame of another language, as text.
    Foreign(String),
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function { name, declared: Some(Declared { file, line, .. }) } => {
                write!(f, "File \"{file}\", line {line}, in {name}")
            }
            Self::Function { name, declared: None } => write!(f, "in {name}"),
            Self::Foreign(text) => f.write_str(text),
        }
    }
}

const TRACE: &str = "Stack trace:";

impl Error {
    /// Creates an error of that kind.
    #[cold]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Content { kind, message: message.into(), traceback: Vec::new(), source: None }))
    }

    /// Creates an error of that kind with the message of `source`.
    #[cold]
    pub fn with_source(kind: ErrorKind, source: impl Into<BoxError>) -> Self {
        let source = source.into();
        let message = source.to_string();
        Self(Box::new(Content { kind, message, traceback: Vec::new(), source: Some(source) }))
    }

    /// Creates an `InternalError` from the payload of a panic.
    ///
    /// ```
    /// use objet_runtime::{Error, ErrorKind};
    ///
    /// let payload = std::panic::catch_unwind(|| panic!("on purpose")).unwrap_err();
    /// let error = Error::from_panic(payload);
    /// assert_eq!(error.kind(), &ErrorKind::INTERNAL_ERROR);
    /// assert_eq!(error.message(), "panicked: on purpose");
    /// ```
    #[cold]
    #[inline(never)]
    pub fn from_panic(payload: Box<dyn Any + Send>) -> Self {
        let error = CallError::panicked(&*payload);
        // Dropping a payload may panic with a second payload. That one is only dropped if it is a
        // string, because its drop could panic again.
        if let Err(another) = caught(|| drop(payload))
            && !another.is::<&str>()
            && !another.is::<String>()
        {
            std::mem::forget(another);
        }
        error.into()
    }

    /// Returns the kind.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the frames of the functions that the error passed through, innermost first.
    pub fn traceback(&self) -> &[Frame] {
        &self.0.traceback
    }

    /// Adds a frame for another function that the error passes through.
    #[must_use]
    #[cold]
    pub fn with_frame(mut self, frame: Frame) -> Self {
        self.0.traceback.push(frame);
        self
    }

    /// Returns whether the error wraps an exception that the front end holds.
    pub(crate) fn is_pending(&self) -> bool {
        sources(self).any(|source| source.is::<PendingException>())
    }

    /// Returns the error in the form that C sees. Argument errors become `TVMError`, as in TVM,
    /// because front ends catch that kind.
    pub(crate) fn for_c(mut self) -> Self {
        let source = self.0.source.as_ref().and_then(|source| source.downcast_ref::<CallError>());
        if source.is_some_and(|source| !matches!(source, CallError::Panicked { .. })) {
            self.0.kind = ErrorKind::TVM_ERROR;
        }
        self
    }

    /// Parses the alternate form of an [`Error`]. Front ends and compiled code report their errors
    /// in this format.
    ///
    /// ```
    /// use objet_runtime::Error;
    ///
    /// let error = Error::from_text("KeyError: no x\nStack trace:\n  in lookup\n");
    /// assert_eq!((error.kind().name(), error.message()), ("KeyError", "no x"));
    /// assert_eq!(error.traceback()[0].to_string(), "in lookup");
    /// ```
    #[cold]
    pub fn from_text(text: &str) -> Self {
        let mut message = Vec::new();
        let mut traceback = Vec::new();
        let mut in_trace = false;
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            match line.strip_prefix("  ") {
                _ if line.starts_with(TRACE.trim_end_matches(':')) => in_trace = true,
                Some(frame) if in_trace => match (frame.strip_prefix("      "), traceback.last_mut()) {
                    (Some(more), Some(Frame::Foreign(last))) => {
                        last.push('\n');
                        last.push_str(more);
                    }
                    _ => traceback.push(Frame::Foreign(frame.into())),
                },
                _ => {
                    in_trace = false;
                    message.push(line);
                }
            }
        }
        let message = message.join("\n");
        let (kind, message) = match message.split_once(':') {
            Some((kind, rest)) if is_kind(kind) => {
                (ErrorKind::new(kind.trim_start_matches("tvm.error.").to_owned()), rest.trim_start().into())
            }
            _ => (ErrorKind::TVM_ERROR, message),
        };
        Self(Box::new(Content { kind, message, traceback, source: None }))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.kind, self.0.message)?;
        if f.alternate() {
            f.write_str("\n")?;
            if !self.0.traceback.is_empty() {
                writeln!(f, "{TRACE}")?;
            }
            for frame in &self.0.traceback {
                writeln!(f, "  {}", frame.to_string().replace('\n', "\n        "))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format!("{self:#}").trim_end())
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_ref().map(|source| &**source as &(dyn StdError + 'static))
    }
}

/// Returns the kind for an error of a value conversion.
pub(crate) fn kind_of_value(error: &ValueError) -> ErrorKind {
    if error.is_about_content() { ErrorKind::VALUE_ERROR } else { ErrorKind::TYPE_ERROR }
}

fn kind_of_object(error: &ObjectError) -> ErrorKind {
    match error {
        ObjectError::Cast(_) => ErrorKind::TYPE_ERROR,
        ObjectError::Value(error) => kind_of_value(error),
        ObjectError::DataType(_) | ObjectError::NDArray(_) => ErrorKind::VALUE_ERROR,
        _ => ErrorKind::TVM_ERROR,
    }
}

/// Converts a boxed error.
///
/// - A boxed [`Error`] is returned unchanged.
/// - If the chain of sources has an [`Error`], the result takes the kind and traceback of that
///   error.
/// - Otherwise, the first source of a known type determines the kind. Without one, the kind is
///   `TVMError`.
impl From<BoxError> for Error {
    #[cold]
    fn from(error: BoxError) -> Self {
        let error = match error.downcast::<Error>() {
            Ok(error) => return *error,
            Err(error) => error,
        };
        let text = error.to_string();
        let (kind, message, traceback) = match sources(&*error)
            .find_map(|source| source.downcast_ref::<Error>())
        {
            // An error that only repeats the text of the inner call would print the kind twice.
            Some(failed) if failed.to_string() == text => {
                (failed.kind().clone(), failed.message().into(), failed.traceback().to_vec())
            }
            Some(failed) => (failed.kind().clone(), text, failed.traceback().to_vec()),
            None => (sources(&*error).find_map(known_kind).unwrap_or(ErrorKind::TVM_ERROR), text, Vec::new()),
        };
        Self(Box::new(Content { kind, message, traceback, source: Some(error) }))
    }
}

/// Iterates over the error and its chain of sources.
fn sources<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source())
}

/// Returns the kind for an error of a known type.
fn known_kind(error: &(dyn StdError + 'static)) -> Option<ErrorKind> {
    if let Some(error) = error.downcast_ref::<ValueError>() {
        Some(kind_of_value(error))
    } else if let Some(error) = error.downcast_ref::<ObjectError>() {
        Some(kind_of_object(error))
    } else if let Some(error) = error.downcast_ref::<CallError>() {
        Some(error.kind())
    } else if let Some(error) = error.downcast_ref::<ContainerError>() {
        Some(error.kind())
    } else if let Some(error) = error.downcast_ref::<BackendError>() {
        Some(error.kind())
    } else if error.is::<CastError>() {
        Some(ErrorKind::TYPE_ERROR)
    } else if error.is::<ParseDataTypeError>() || error.is::<NDArrayError>() {
        Some(ErrorKind::VALUE_ERROR)
    } else if let Some(RegistryError::Unknown { .. }) = error.downcast_ref() {
        Some(ErrorKind::KEY_ERROR)
    } else if let Some(LoadError::Open { path, .. }) = error.downcast_ref() {
        Some(if path.exists() { ErrorKind::OS_ERROR } else { ErrorKind::FILE_NOT_FOUND_ERROR })
    } else if let Some(std::io::ErrorKind::NotFound) =
        error.downcast_ref::<std::io::Error>().map(std::io::Error::kind)
    {
        Some(ErrorKind::FILE_NOT_FOUND_ERROR)
    } else if let Some(BlobError::CannotMerge { .. }) = error.downcast_ref() {
        Some(ErrorKind::new("RuntimeError"))
    } else {
        None
    }
}

macro_rules! from_errors {
    ($($error:ty),+ $(,)?) => {
        $(
            impl From<$error> for Error {
                #[cold]
                fn from(error: $error) -> Self {
                    BoxError::from(error).into()
                }
            }
        )+
    };
}

from_errors!(
    BackendError,
    BinaryError,
    BlobError,
    CallError,
    CastError,
    ContainerError,
    DeviceError,
    KernelModuleError,
    LoadError,
    MetadataError,
    ModuleError,
    NDArrayError,
    ObjectError,
    ParallelError,
    ParamsError,
    ParseDataTypeError,
    RegistryError,
    SignatureError,
    TensorBytesError,
    TimeEvaluatorError,
    TypeError,
    ValueError,
    std::io::Error,
    String,
    &'static str,
);

#[cfg(feature = "graph-executor")]
from_errors!(GraphError);
#[cfg(feature = "vm")]
from_errors!(VmError);

impl<R> From<DowncastError<R>> for Error {
    #[cold]
    fn from(error: DowncastError<R>) -> Self {
        ObjectError::from(error).into()
    }
}

impl From<std::convert::Infallible> for Error {
    fn from(error: std::convert::Infallible) -> Self {
        match error {}
    }
}
