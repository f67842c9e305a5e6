//! Packed functions: functions as objects.

use std::fmt;
use std::sync::{Arc, OnceLock};

use objet_object::types::Declared;
use objet_object::{ArgValue, FromValue, Object, RetValue, ValueError, make_object};

use crate::args::Args;
use crate::call_error::CallError;
use crate::callable::{Callable, Invoke};
use crate::error::{Error, Frame, Result};
use crate::pack::{PackedArgs, moved};
use crate::signature::Signature;

/// A function as an object: a callable that accepts any arguments, a name and an optional
/// signature.
///
/// The reference [`PackedFunc`] is one word, reference counted and `Send + Sync`, and compares by
/// identity. `Option<PackedFunc>` is one word too.
///
/// ```
/// use objet_runtime::{PackedFunc, TypedPackedFunc};
///
/// let add: PackedFunc = TypedPackedFunc::new(|a: i64, b: i64| a + b).into();
/// assert_eq!(add.call((1, 2))?.get::<i64>()?, 3);
///
/// let error = add.call((1, "two")).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "TypeError: In function <anonymous>: error while converting argument 1: \
///      expected int but got str"
/// );
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.PackedFunc", type_index = 7, is_final, by_hand(Debug), crate = objet_object)]
pub struct PackedFuncNode {
    base: Object,
    callable: Callable,
    metadata: Arc<FunctionMetadata>,
}

/// The name, source location and signature of a function.
pub(crate) struct FunctionMetadata {
    /// The permanent name: set when the function is made, or by its first registration.
    name: OnceLock<String>,
    /// The name until the first registration.
    called: Option<String>,
    declared: Option<Declared>,
    signature: Option<Signature>,
    is_short: bool,
}

impl FunctionMetadata {
    pub(crate) fn new(
        name: Option<String>,
        declared: Option<Declared>,
        signature: Option<Signature>,
    ) -> Arc<Self> {
        let name = name.map_or_else(OnceLock::new, OnceLock::from);
        Arc::new(Self { name, called: None, declared, signature, is_short: false })
    }

    /// Creates the metadata of a function from a builder. The name is permanent if `for_good` is
    /// true; otherwise, the first registration replaces it.
    pub(crate) fn built(
        name: String,
        for_good: bool,
        declared: Declared,
        signature: Signature,
        is_short: bool,
    ) -> Arc<Self> {
        let (name, called) =
            if for_good { (OnceLock::from(name), None) } else { (OnceLock::new(), Some(name)) };
        Arc::new(Self { name, called, declared: Some(declared), signature: Some(signature), is_short })
    }

    pub(crate) fn name(&self) -> &str {
        self.name.get().or(self.called.as_ref()).map_or("<anonymous>", String::as_str)
    }

    pub(crate) fn signature(&self) -> Option<&Signature> {
        self.signature.as_ref()
    }
}

/// The signature of a function that takes captured data as its first parameter.
type CalledWith<D> = fn(&D, Args<'_>, &mut RetValue) -> Result<()>;

struct WithData<D> {
    data: D,
    function: CalledWith<D>,
}

impl<D: Send + Sync + 'static> Invoke for WithData<D> {
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>> {
        let mut result = RetValue::Null;
        Some(match (self.function)(&self.data, args, &mut result) {
            Ok(()) => Ok(result),
            Err(error) => Err(error),
        })
    }
}

/// A function that reads its packed arguments itself.
struct Untyped<F>(F);

impl<F: Fn(Args<'_>, &mut RetValue) -> Result<()> + Send + Sync + 'static> Invoke for Untyped<F> {
    #[inline(always)]
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>> {
        let mut result = RetValue::Null;
        Some(match (self.0)(args, &mut result) {
            Ok(()) => Ok(result),
            Err(error) => Err(error),
        })
    }
}

impl PackedFunc {
    /// Creates a function that reads its packed arguments itself. The second parameter receives the
    /// result, which is null by default.
    ///
    /// To wrap a function with Rust types, use
    /// [`TypedPackedFunc::new`](crate::TypedPackedFunc::new).
    ///
    /// ```
    /// use objet_runtime::PackedFunc;
    ///
    /// let count = PackedFunc::from_fn(|args, result| {
    ///     *result = (args.len() as i64).into();
    ///     Ok(())
    /// });
    /// assert_eq!(count.call(("a", 2.5, ()))?.get::<i64>()?, 3);
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    #[track_caller]
    pub fn from_fn<F>(function: F) -> Self
    where
        F: Fn(Args<'_>, &mut RetValue) -> Result<()> + Send + Sync + 'static,
    {
        Self::of(Untyped(function), FunctionMetadata::new(None, Some(caller()), None))
    }

    /// Creates a function with captured data. [`PackedFuncNode::data`] returns the data.
    ///
    /// ```
    /// use objet_runtime::PackedFunc;
    ///
    /// let greet = PackedFunc::with_data("hello".to_owned(), |greeting, _, result| {
    ///     *result = greeting.as_str().into();
    ///     Ok(())
    /// });
    /// assert_eq!(greet.call(())?.get::<String>()?, "hello");
    /// assert_eq!(greet.data::<String>().map(String::as_str), Some("hello"));
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    #[track_caller]
    pub fn with_data<D: Send + Sync + 'static>(data: D, function: CalledWith<D>) -> Self {
        Self::with_data_and_metadata(data, function, FunctionMetadata::new(None, Some(caller()), None))
    }

    /// Like [`PackedFunc::with_data`], but with a name that the first registration replaces. The
    /// function has no signature and no source location.
    ///
    /// ```
    /// use objet_runtime::PackedFunc;
    ///
    /// let count = PackedFunc::with_data_called("count", (), |_, args, result| {
    ///     *result = (args.len() as i64).into();
    ///     Ok(())
    /// });
    /// assert_eq!(format!("{count:?}"), "PackedFunc(count)");
    /// ```
    pub fn with_data_called<D: Send + Sync + 'static>(
        name: impl Into<String>,
        data: D,
        function: CalledWith<D>,
    ) -> Self {
        let metadata = FunctionMetadata {
            name: OnceLock::new(),
            called: Some(name.into()),
            declared: None,
            signature: None,
            is_short: false,
        };
        Self::with_data_and_metadata(data, function, Arc::new(metadata))
    }

    pub(crate) fn with_data_and_metadata<D: Send + Sync + 'static>(
        data: D,
        function: CalledWith<D>,
        metadata: Arc<FunctionMetadata>,
    ) -> Self {
        Self::of(WithData { data, function }, metadata)
    }

    pub(crate) fn of(callable: impl Invoke, metadata: Arc<FunctionMetadata>) -> Self {
        Self::of_callable(Callable::new(callable), metadata)
    }

    #[inline(never)]
    fn of_callable(callable: Callable, metadata: Arc<FunctionMetadata>) -> Self {
        make_object(PackedFuncNode { base: Object::new(), callable, metadata }).into()
    }
}

impl PackedFuncNode {
    /// Calls the function with Rust values; see [`PackedArgs`] for the supported types.
    ///
    /// # Errors
    /// The error of the function, with the function's name added to the traceback. A panic in the
    /// function is an error too.
    #[inline]
    pub fn call<'a>(&self, args: impl PackedArgs<'a>) -> Result<RetValue> {
        args.lend(|args| self.run(args)).map_err(|error| self.with_frame(error))
    }

    /// Calls the function. A returned error does not have this function in its traceback yet.
    #[inline(always)]
    pub(crate) fn run(&self, args: Args<'_>) -> Result<RetValue> {
        self.callable.call(args)
    }

    /// Calls the function with Rust values and converts the result to `T`.
    ///
    /// ```
    /// # use objet_runtime::TypedPackedFunc;
    /// let add = TypedPackedFunc::new(|a: i64, b: i64| a + b);
    /// let sum: u8 = add.call_as((1, 2))?;
    /// assert_eq!(sum, 3);
    /// assert_eq!(
    ///     add.call_as::<String>((1, 2)).unwrap_err().message(),
    ///     "In function <anonymous>: error while converting the result: expected str but got int"
    /// );
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`PackedFuncNode::call`], and if the result has another type.
    #[inline]
    pub fn call_as<'a, T: for<'r> FromValue<'r>>(&self, args: impl PackedArgs<'a>) -> Result<T> {
        let result = args.lend(|args| self.run(args));
        let number = match result {
            Ok(RetValue::Int(number)) => ArgValue::Int(number),
            Ok(RetValue::Float(number)) => ArgValue::Float(number),
            other => return self.convert(other),
        };
        // A number needs no drop, so forgetting the result skips the check for one.
        std::mem::forget(result);
        T::from_value(number).map_err(|source| self.bad_result(source))
    }

    /// Converts a result that is not a number. An object is moved into the converted value.
    #[inline(never)]
    fn convert<T: for<'r> FromValue<'r>>(&self, result: Result<RetValue>) -> Result<T> {
        let converted = match result.map_err(|error| self.with_frame(error))? {
            RetValue::Object(object) => T::from_value(ArgValue::RValueRef(&moved(object))),
            result => result.get(),
        };
        converted.map_err(|source| self.bad_result(source))
    }

    #[cold]
    #[inline(never)]
    fn bad_result(&self, source: ValueError) -> Error {
        CallError::Result { function: self.name().into(), source: source.into() }.into()
    }

    /// Calls the function with packed arguments and stores the result in `result`.
    ///
    /// # Errors
    /// As for [`PackedFuncNode::call`]. `result` is unchanged then.
    #[inline]
    pub fn call_packed(&self, args: Args<'_>, result: &mut RetValue) -> Result<()> {
        *result = self.call(args)?;
        Ok(())
    }

    /// Adds this function to the traceback of an error.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_frame(&self, error: Error) -> Error {
        error.with_frame(Frame::Function { name: self.name().into(), declared: self.metadata.declared })
    }

    /// Returns the name: the one with which the function was made, or the name of its first
    /// registration, or `<anonymous>`.
    pub fn name(&self) -> &str {
        self.metadata.name()
    }

    /// Returns the captured data, if [`PackedFunc::with_data`] made the function with data of type
    /// `D`.
    pub fn data<D: Send + Sync + 'static>(&self) -> Option<&D> {
        self.callable.get::<WithData<D>>().map(|callable| &callable.data)
    }

    /// Returns whether the function is declared short: it returns quickly and does not block. See
    /// [`FunctionBuilder::short`](crate::FunctionBuilder::short).
    #[inline]
    pub fn is_short(&self) -> bool {
        self.metadata.is_short
    }

    /// Returns the signature, if known. Functions made by [`PackedFunc::from_fn`] or
    /// [`PackedFunc::with_data`] have none.
    pub fn signature(&self) -> Option<&Signature> {
        self.metadata.signature()
    }

    /// Returns the source location where the function was made, if known.
    pub fn declared(&self) -> Option<Declared> {
        self.metadata.declared
    }

    pub(crate) fn set_name(&self, name: &str) {
        self.metadata.name.get_or_init(|| name.into());
    }

    #[inline(always)]
    pub(crate) fn callable(&self) -> &Callable {
        &self.callable
    }
}

/// Returns the source location of the nearest caller that is not `#[track_caller]`.
#[track_caller]
pub(crate) fn caller() -> Declared {
    let location = std::panic::Location::caller();
    Declared { file: location.file(), line: location.line(), column: location.column() }
}

impl fmt::Debug for PackedFunc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.signature() {
            Some(signature) => write!(f, "PackedFunc({}{signature})", self.name()),
            None => write!(f, "PackedFunc({})", self.name()),
        }
    }
}
