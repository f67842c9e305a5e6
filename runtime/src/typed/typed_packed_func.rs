//! Packed functions with Rust types.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use objet_object::{ArgValue, FromValue, Owned, RetValue, TypeCode, ValueError};

use crate::error::Result;
use crate::packed_func::{FunctionMetadata, PackedFunc, caller};
use crate::signature::Types;
use crate::typed::function::{Typed, TypedFunction};

/// A [`PackedFunc`] that is called with Rust types.
///
/// `S` is a function pointer type: `TypedPackedFunc<fn(i64, &'static str) -> f64>`. Borrowed
/// parameters are declared with `'static`, but accept references that live as long as the call.
/// Errors are not part of the type, because any call may fail.
///
/// A function made from exactly these types is called directly, without packing. Any other function
/// is called through packed arguments, and the arguments and the result are converted.
///
/// ```
/// use objet_runtime::{PackedFunc, TypedPackedFunc};
///
/// let repeat = TypedPackedFunc::new(|text: &str, times: u32| text.repeat(times as usize));
/// assert_eq!(repeat.call("ab", 2)?, "abab");
///
/// // Any function can be used with these types.
/// let length = PackedFunc::from_fn(|args, result| {
///     *result = (args.get::<&str>(0)?.len() as i64).into();
///     Ok(())
/// });
/// let length: TypedPackedFunc<fn(&'static str) -> usize> = length.into();
/// assert_eq!(length.call("four")?, 4);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub struct TypedPackedFunc<S> {
    function: PackedFunc,
    types: PhantomData<S>,
}

impl<S: 'static> TypedPackedFunc<S> {
    /// Creates a function from a Rust `fn` or closure. Use
    /// [`FunctionBuilder`](crate::FunctionBuilder) to set its name, and the names and defaults of
    /// its parameters.
    #[track_caller]
    pub fn new<K: 'static>(function: impl TypedFunction<S, K>) -> Self {
        let signature = types_of(&function).signature();
        Self::with_metadata(function, FunctionMetadata::new(None, Some(caller()), Some(signature)))
    }

    pub(crate) fn with_metadata<F: TypedFunction<S, K>, K: 'static>(
        function: F,
        metadata: Arc<FunctionMetadata>,
    ) -> Self {
        let typed = Typed { function, metadata: metadata.clone(), types: PhantomData::<fn(S, K)> };
        PackedFunc::of(typed, metadata).into()
    }
}

fn types_of<F: TypedFunction<S, K>, S, K>(_function: &F) -> Types {
    F::TYPES
}

impl<S> From<PackedFunc> for TypedPackedFunc<S> {
    fn from(function: PackedFunc) -> Self {
        Self { function, types: PhantomData }
    }
}

impl<S> From<TypedPackedFunc<S>> for PackedFunc {
    fn from(typed: TypedPackedFunc<S>) -> Self {
        typed.function
    }
}

/// The function without its types.
impl<S> Deref for TypedPackedFunc<S> {
    type Target = PackedFunc;

    #[inline]
    fn deref(&self) -> &PackedFunc {
        &self.function
    }
}

impl<S> FromValue<'_> for TypedPackedFunc<S> {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = PackedFunc::FAST_CODE;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        PackedFunc::from_value(value).map(Self::from)
    }
}

impl<S> From<TypedPackedFunc<S>> for RetValue {
    fn from(typed: TypedPackedFunc<S>) -> Self {
        typed.function.into()
    }
}

impl<'a, S> From<&'a TypedPackedFunc<S>> for ArgValue<'a> {
    fn from(typed: &'a TypedPackedFunc<S>) -> Self {
        (&typed.function).into()
    }
}

impl<S> Clone for TypedPackedFunc<S> {
    fn clone(&self) -> Self {
        self.function.clone().into()
    }
}

/// Compares by identity.
impl<S> PartialEq for TypedPackedFunc<S> {
    fn eq(&self, other: &Self) -> bool {
        self.function == other.function
    }
}

impl<S> Eq for TypedPackedFunc<S> {}

impl<S> fmt::Debug for TypedPackedFunc<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.function.fmt(f)
    }
}
