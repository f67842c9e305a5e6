//! Functions as objects.

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

/// A function of any arguments and any result, as an object: a callable, what is known of it, and a name.
///
/// Its reference, [`PackedFunc`], is one word, counted, `Send + Sync`, and compares by identity; where there may be none,
/// `Option<PackedFunc>` is one word too.
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
///     "TypeError: In function <anonymous>: error while converting argument 1: expected int but got str"
/// );
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.PackedFunc", type_index = 7, is_final, by_hand(Debug), crate = objet_object)]
pub struct PackedFuncNode {
    base: Object,
    callable: Callable,
    about: Arc<About>,
}

/// What is known of a function.
pub(crate) struct About {
    /// Given when it was made, or with the first name under which it was registered.
    name: OnceLock<String>,
    /// What it is called before that.
    called: Option<String>,
    declared: Option<Declared>,
    signature: Option<Signature>,
    is_short: bool,
}

impl About {
    pub(crate) fn new(
        name: Option<String>,
        declared: Option<Declared>,
        signature: Option<Signature>,
    ) -> Arc<Self> {
        let name = name.map_or_else(OnceLock::new, OnceLock::from);
        Arc::new(Self { name, called: None, declared, signature, is_short: false })
    }

    /// What a builder says, of a function that has its name for good, or until it is registered.
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

/// A function that is called with data of its own.
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

/// A function that looks at its arguments itself.
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
    /// A function that looks at its arguments itself. Its result is what it puts into the second parameter; null if it
    /// puts nothing.
    ///
    /// Functions of Rust types are made by [`TypedPackedFunc::new`](crate::TypedPackedFunc::new).
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
        Self::of(Untyped(function), About::new(None, Some(caller()), None))
    }

    /// A function that is called with data of its own, which [`PackedFuncNode::data`] finds again.
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
        Self::with_data_about(data, function, About::new(None, Some(caller()), None))
    }

    /// As [`PackedFunc::with_data`], of a function of whose parameters nothing is known, that is called by the name until it is registered
    /// under one, and was declared where nothing is known of.
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
        let about = About {
            name: OnceLock::new(),
            called: Some(name.into()),
            declared: None,
            signature: None,
            is_short: false,
        };
        Self::with_data_about(data, function, Arc::new(about))
    }

    pub(crate) fn with_data_about<D: Send + Sync + 'static>(
        data: D,
        function: CalledWith<D>,
        about: Arc<About>,
    ) -> Self {
        Self::of(WithData { data, function }, about)
    }

    pub(crate) fn of(callable: impl Invoke, about: Arc<About>) -> Self {
        let callable = Callable::new(callable);
        make_object(PackedFuncNode { base: Object::new(), callable, about }).into()
    }
}

impl PackedFuncNode {
    /// Calls the function with Rust values; see [`PackedArgs`] for what these can be.
    ///
    /// # Errors
    /// Those of the function, with its name in the traceback. A panic in it is one too.
    #[inline]
    pub fn call<'a>(&self, args: impl PackedArgs<'a>) -> Result<RetValue> {
        args.lend(|args| self.run(args)).map_err(|error| self.left_by(error))
    }

    /// Calls the function. The error, if there is one, has not left this function yet.
    #[inline(always)]
    pub(crate) fn run(&self, args: Args<'_>) -> Result<RetValue> {
        self.callable.call(args)
    }

    /// Calls the function with Rust values, for a result of type `T`.
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
    /// As [`PackedFuncNode::call`], and if the result is of another type.
    #[inline]
    pub fn call_as<'a, T: for<'r> FromValue<'r>>(&self, args: impl PackedArgs<'a>) -> Result<T> {
        let result = args.lend(|args| self.run(args));
        let number = match result {
            Ok(RetValue::Int(number)) => ArgValue::Int(number),
            Ok(RetValue::Float(number)) => ArgValue::Float(number),
            other => return self.convert(other),
        };
        // A number has nothing to drop, and need not be looked at.
        std::mem::forget(result);
        T::from_value(number).map_err(|source| self.bad_result(source))
    }

    /// Returns a result that is no number as the caller's type. An object is moved into it.
    #[inline(never)]
    fn convert<T: for<'r> FromValue<'r>>(&self, result: Result<RetValue>) -> Result<T> {
        let converted = match result.map_err(|error| self.left_by(error))? {
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

    /// Calls the function with arguments that are packed already, and a place for the result.
    ///
    /// # Errors
    /// As [`PackedFuncNode::call`]. The place is left as it was then.
    #[inline]
    pub fn call_packed(&self, args: Args<'_>, result: &mut RetValue) -> Result<()> {
        *result = self.call(args)?;
        Ok(())
    }

    /// The error on its way out of this function.
    #[cold]
    #[inline(never)]
    pub(crate) fn left_by(&self, error: Error) -> Error {
        error.through(Frame::Function { name: self.name().into(), declared: self.about.declared })
    }

    /// The name: that with which the function was made, or the first one under which it was registered; `<anonymous>`
    /// if there is none.
    pub fn name(&self) -> &str {
        self.about.name()
    }

    /// The data that the function is called with, if it was made by [`PackedFunc::with_data`] with data of that type.
    pub fn data<D: Send + Sync + 'static>(&self) -> Option<&D> {
        self.callable.get::<WithData<D>>().map(|callable| &callable.data)
    }

    /// Whether the function is over in a moment and waits for nobody, says who made it; see
    /// [`FunctionBuilder::short`](crate::FunctionBuilder::short).
    #[inline]
    pub fn is_short(&self) -> bool {
        self.about.is_short
    }

    /// What the function takes and gives, if it was made of a Rust function with types.
    pub fn signature(&self) -> Option<&Signature> {
        self.about.signature()
    }

    /// Where the function was made, if that is known.
    pub fn declared(&self) -> Option<Declared> {
        self.about.declared
    }

    pub(crate) fn set_name(&self, name: &str) {
        self.about.name.get_or_init(|| name.into());
    }

    #[inline(always)]
    pub(crate) fn callable(&self) -> &Callable {
        &self.callable
    }
}

/// The place of the nearest caller that is not tracked.
#[track_caller]
pub(crate) fn caller() -> Declared {
    let place = std::panic::Location::caller();
    Declared { file: place.file(), line: place.line(), column: place.column() }
}

impl fmt::Debug for PackedFunc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.signature() {
            Some(signature) => write!(f, "PackedFunc({}{signature})", self.name()),
            None => write!(f, "PackedFunc({})", self.name()),
        }
    }
}
