//! What comes of a call that failed: an error of one form, whichever language it began in.

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
use crate::device_module::DeviceModuleError;
use crate::globals::ContainerError;
use crate::module::{BlobError, LoadError, MetadataError, ModuleError};
use crate::params::ParamsError;
use crate::registry::RegistryError;
use crate::signature::SignatureError;
use crate::threading::ParallelError;
use crate::time_evaluator::TimeEvaluatorError;

/// Any error of the standard kind, as a Rust function may give it.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// An error that crosses functions and languages: a kind, a message, and a frame for each function that it left.
///
/// Functions may give any error type that converts into a boxed one; it becomes this, and [`source`] has it. What has a
/// kind already keeps it.
///
/// As text it is one line, `ValueError: negative`; in the alternate form, `{:#}`, the frames follow, as front ends read them.
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

/// A result whose error is any [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of mistake an error is: the name of a class of exceptions in front ends. Anybody may have kinds of their own.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ErrorKind(Cow<'static, str>);

impl ErrorKind {
    /// Of no other kind.
    pub const TVM_ERROR: Self = Self(Cow::Borrowed("TVMError"));
    /// A mistake in the program that was called.
    pub const INTERNAL_ERROR: Self = Self(Cow::Borrowed("InternalError"));
    /// A value of another type.
    pub const TYPE_ERROR: Self = Self(Cow::Borrowed("TypeError"));
    /// A value out of range.
    pub const VALUE_ERROR: Self = Self(Cow::Borrowed("ValueError"));
    /// No attribute of that name.
    pub const ATTRIBUTE_ERROR: Self = Self(Cow::Borrowed("AttributeError"));
    /// No entry of that key.
    pub const KEY_ERROR: Self = Self(Cow::Borrowed("KeyError"));
    /// No element of that index.
    pub const INDEX_ERROR: Self = Self(Cow::Borrowed("IndexError"));

    /// What the system refuses.
    pub const OS_ERROR: Self = Self(Cow::Borrowed("OSError"));
    /// A file that is not there.
    pub const FILE_NOT_FOUND_ERROR: Self = Self(Cow::Borrowed("FileNotFoundError"));

    /// The kind of that name. Letters, digits, `_` and `.` make a name; anything else in it becomes `_`.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        if is_kind(&name) {
            return Self(name);
        }
        let fitting: String = name.chars().map(|c| if is_of_kind(c) { c } else { '_' }).collect();
        if fitting.is_empty() { Self::TVM_ERROR } else { Self(fitting.into()) }
    }

    /// The name.
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

/// A function that an error left.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Frame {
    /// A function of this runtime.
    Function {
        /// Its name.
        name: String,
        /// Where it was declared, if that is known.
        declared: Option<Declared>,
    },
    /// What another language says of a function of its own.
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
    /// An error of that kind.
    #[cold]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Content { kind, message: message.into(), traceback: Vec::new(), source: None }))
    }

    /// An error of that kind which says what `source` says.
    #[cold]
    pub fn with_source(kind: ErrorKind, source: impl Into<BoxError>) -> Self {
        let source = source.into();
        let message = source.to_string();
        Self(Box::new(Content { kind, message, traceback: Vec::new(), source: Some(source) }))
    }

    /// The error for what a panic carries along: an `InternalError`.
    ///
    /// ```
    /// use objet_runtime::{Error, ErrorKind};
    ///
    /// let payload = std::panic::catch_unwind(|| panic!("on purpose")).unwrap_err();
    /// let error = Error::of_panic(payload);
    /// assert_eq!((error.kind(), error.message()), (&ErrorKind::INTERNAL_ERROR, "panicked: on purpose"));
    /// ```
    #[cold]
    #[inline(never)]
    pub fn of_panic(payload: Box<dyn Any + Send>) -> Self {
        let error = CallError::panicked(&*payload);
        // The drop of a payload may panic, too. Of that second payload, text alone is safe to drop.
        if let Err(another) = caught(|| drop(payload))
            && !another.is::<&str>()
            && !another.is::<String>()
        {
            std::mem::forget(another);
        }
        error.into()
    }

    /// The kind.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The functions that the error left, the innermost first.
    pub fn traceback(&self) -> &[Frame] {
        &self.0.traceback
    }

    /// The error on its way out of another function.
    #[must_use]
    #[cold]
    pub fn through(mut self, frame: Frame) -> Self {
        self.0.traceback.push(frame);
        self
    }

    /// Whether this goes back to an exception that the front end holds.
    pub(crate) fn is_pending(&self) -> bool {
        sources(self).any(|source| source.is::<PendingException>())
    }

    /// The error as C is told of it. That arguments do not fit is a `TVMError` there, as with TVM, which front ends catch.
    pub(crate) fn for_c(mut self) -> Self {
        let source = self.0.source.as_ref().and_then(|source| source.downcast_ref::<CallError>());
        if source.is_some_and(|source| !matches!(source, CallError::Panicked { .. })) {
            self.0.kind = ErrorKind::TVM_ERROR;
        }
        self
    }

    /// The error that a text in the form of [`Error`]'s alternate one tells of, which is how front ends and compiled code
    /// tell of theirs.
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

/// The kind of an error of the object crate.
pub(crate) fn kind_of_value(error: &ValueError) -> ErrorKind {
    match error {
        ValueError::Range { .. } | ValueError::DataType(_) | ValueError::NotUtf8 { .. } => {
            ErrorKind::VALUE_ERROR
        }
        _ => ErrorKind::TYPE_ERROR,
    }
}

fn kind_of_object(error: &ObjectError) -> ErrorKind {
    match error {
        ObjectError::Cast(_) => ErrorKind::TYPE_ERROR,
        ObjectError::Value(error) => kind_of_value(error),
        ObjectError::DataType(_) | ObjectError::NDArray(_) => ErrorKind::VALUE_ERROR,
        _ => ErrorKind::TVM_ERROR,
    }
}

/// Keeps an error of a call as it is. Of any other, the kind is that of the first error known here which it goes back to by
/// its sources; and the traceback that of the error of a call among these.
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
            // What says no more than that it was a call that failed does not say the kind twice.
            Some(failed) if failed.to_string() == text => {
                (failed.kind().clone(), failed.message().into(), failed.traceback().to_vec())
            }
            Some(failed) => (failed.kind().clone(), text, failed.traceback().to_vec()),
            None => (sources(&*error).find_map(known_kind).unwrap_or(ErrorKind::TVM_ERROR), text, Vec::new()),
        };
        Self(Box::new(Content { kind, message, traceback, source: Some(error) }))
    }
}

/// The error, and those that it goes back to.
fn sources<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source())
}

/// The kind of an error, if it is one of those known here.
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
    DeviceModuleError,
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
