//! Rust functions as callables: converts arguments to parameters and adds defaults for missing
//! arguments.
//!
//! Invariant: an entry is called with the address of the callable that it was made for.

#![expect(unsafe_code, reason = "calls entries with the addresses of their callables")]

use std::marker::PhantomData;
use std::sync::Arc;

use objet_object::{ArgValue, FromValue, Object, ObjectRef, RetValue, TVMValue, TypeCode, ValueError};

use crate::args::{Args, ReferenceSlot};
use crate::call_error::CallError;
use crate::callable::{Direct, Invoke, guard};
use crate::error::{Error, Result};
use crate::pack::for_each_arity;
use crate::packed_func::{FunctionMetadata, PackedFuncNode};
use crate::signature::{Param, ParamType, Types};
use crate::typed::argument::Argument;
use crate::typed::output::Output;
use crate::typed::parameter::Parameter;
use crate::typed::typed_packed_func::TypedPackedFunc;

/// A Rust function or closure with up to 12 parameters that can become a
/// [`TypedPackedFunc`](crate::TypedPackedFunc).
///
/// `Signature` is a function pointer type with the types of the parameters and of the result. The
/// error type of a `Result` is left out, and borrowed parameters have the lifetime `'static`.
/// `Kinds` are those of [`Parameter`] and [`Output`]. The compiler infers both.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a packed function",
    note = "a packed function is a `fn` or a closure that is `Fn + Send + Sync + 'static`, with up to 12 parameters whose types are written out",
    note = "parameters are numbers, `bool`, strings, bytes, `DataType`, `Device`, `OpaqueHandle`, references such as `Expr`, `&str`, `&[u8]`, `&AddNode`, `&DLTensor`, `Option`s of these, and, at the end, `Args`",
    note = "results are `()`, numbers, `bool`, strings, bytes, `DataType`, `Device`, `OpaqueHandle`, references such as `Expr`, `RetValue`, `Option`s of these, or a `Result` of one of these and an error"
)]
pub trait TypedFunction<Signature, Kinds>: Sized + Send + Sync + 'static {
    /// The types of the parameters and of the result.
    #[doc(hidden)]
    const TYPES: Types;

    /// Calls the function with one argument for each parameter.
    #[doc(hidden)]
    fn call<T: Take>(&self, args: Args<'_>, take: &T) -> Result<Result<RetValue>, T::Rejection>;

    /// Returns the entry for calls with the function's own types.
    #[doc(hidden)]
    fn direct(_: Token) -> Direct;
}

/// A token that other crates cannot name, so that they cannot call or implement `direct`.
pub struct Token;

/// A strategy for taking arguments as parameters.
pub trait Take {
    /// The reason why an argument is rejected.
    type Rejection;

    /// Takes the argument at `position`, which must be in bounds, or the tail from there.
    ///
    /// # Errors
    /// If the argument cannot be converted to the parameter.
    fn take<'a, P: Parameter<K>, K>(
        &self,
        args: Args<'a>,
        position: usize,
        slot: &'a mut ReferenceSlot,
    ) -> Result<P::As<'a>, Self::Rejection>;
}

/// The fast path: takes only arguments with the type codes that the parameters expect.
struct Expected;

impl Take for Expected {
    type Rejection = ();

    #[inline(always)]
    fn take<'a, P: Parameter<K>, K>(
        &self,
        args: Args<'a>,
        position: usize,
        slot: &'a mut ReferenceSlot,
    ) -> Result<P::As<'a>, ()> {
        let value =
            if P::IS_TAIL { ArgValue::Null } else { args.get_fast(position, P::EXPECTED_CODE).ok_or(())? };
        P::take_expected(args, position, value, slot).ok_or(())
    }
}

/// The slow path: converts arguments of any type code.
struct Converted<'f>(&'f FunctionMetadata);

impl Take for Converted<'_> {
    type Rejection = Error;

    fn take<'a, P: Parameter<K>, K>(
        &self,
        args: Args<'a>,
        position: usize,
        slot: &'a mut ReferenceSlot,
    ) -> Result<P::As<'a>> {
        let value = if P::IS_TAIL { Ok(ArgValue::Null) } else { args.read(position) };
        let taken = value.and_then(|value| P::take(args, position, value, slot));
        taken.map_err(|source| bad_argument(self.0, position, source))
    }
}

/// A Rust function with its metadata.
pub(crate) struct Typed<F, S, K> {
    pub(crate) function: F,
    pub(crate) metadata: Arc<FunctionMetadata>,
    pub(crate) types: PhantomData<fn(S, K)>,
}

impl<F: TypedFunction<S, K>, S: 'static, K: 'static> Invoke for Typed<F, S, K> {
    #[inline(always)]
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>> {
        let (fixed, has_tail) = const { F::TYPES.arity() };
        if args.len() != fixed && (!has_tail || args.len() < fixed) {
            return None;
        }
        #[expect(clippy::manual_ok_err, reason = "`Result::ok` leaves a call that drops the refusal, a unit")]
        match self.function.call(args, &Expected) {
            Ok(result) => Some(result),
            Err(()) => None,
        }
    }

    #[inline]
    fn invoke_converted(&self, args: Args<'_>) -> Result<RetValue> {
        completed(&self.metadata, args, F::TYPES.params, &|args| {
            self.function.call(args, &Converted(&self.metadata))?
        })
    }

    fn direct() -> Direct {
        F::direct(Token)
    }
}

/// The type of a function's direct entry; see [`Direct`].
macro_rules! direct_fn {
    ($value:ident; $($name:ident $kind:ident),*) => {
        for<'a> unsafe fn(*const (), $(<$name as Parameter<$kind>>::As<'a>),*) -> Result<$value>
    };
}

macro_rules! functions {
    ($(($name:ident $kind:ident $position:literal))*) => {
        impl<Func, Out, Kind, Value, $($name, $kind),*>
            TypedFunction<fn($($name),*) -> Value, (($($kind,)*), Kind)> for Func
        where
            Func: Fn($($name),*) -> Out
                + for<'a> Fn($(<$name as Parameter<$kind>>::As<'a>),*) -> Out
                + Send
                + Sync
                + 'static,
            Out: Output<Kind, Value = Value>,
            Value: TryInto<RetValue> + 'static,
            Error: From<Value::Error>,
            Kind: 'static,
            $($name: Parameter<$kind> + 'static, $kind: 'static,)*
        {
            const TYPES: Types = Types {
                params: &[$(ParamType::of::<$name, $kind>()),*],
                result: <Out as Output<Kind>>::type_text,
            };

            #[inline(always)]
            #[allow(non_snake_case, unused_variables, reason = "one name for type and value")]
            fn call<T: Take>(&self, args: Args<'_>, take: &T) -> Result<Result<RetValue>, T::Rejection> {
                $(let mut $name = ReferenceSlot::default();)*
                $(let $name = take.take::<$name, $kind>(args, $position, &mut $name)?;)*
                Ok(self($($name),*).into_value().and_then(|value| Ok(value.try_into()?)))
            }

            #[allow(non_snake_case, reason = "one name for type and value")]
            fn direct(_: Token) -> Direct {
                #[allow(clippy::too_many_arguments, clippy::extra_unused_lifetimes, reason = "the parameters are those of the function, and its data")]
                unsafe fn entry<'x, Func, Out, Kind, Value, $($name, $kind),*>(
                    data: *const (),
                    $($name: <$name as Parameter<$kind>>::As<'x>),*
                ) -> Result<Value>
                where
                    Func: for<'a> Fn($(<$name as Parameter<$kind>>::As<'a>),*) -> Out,
                    Out: Output<Kind, Value = Value>,
                    $($name: Parameter<$kind>,)*
                {
                    type Of<Func, Value, Kind, $($name, $kind),*> =
                        Typed<Func, fn($($name),*) -> Value, (($($kind,)*), Kind)>;
                    // SAFETY: the file's invariant.
                    let typed = unsafe { &*data.cast::<Of<Func, Value, Kind, $($name, $kind),*>>() };
                    guard(|| (typed.function)($($name),*).into_value())?
                }
                let entry: direct_fn!(Value; $($name $kind),*) =
                    entry::<Func, Out, Kind, Value, $($name, $kind),*>;
                Direct::new(entry)
            }
        }
    };
}

for_each_arity!(functions);

macro_rules! calls {
    ($(($name:ident $kind:ident $position:literal))*) => {
        impl<Value: 'static, $($name: 'static),*> TypedPackedFunc<fn($($name),*) -> Value> {
            /// Calls the function.
            ///
            /// # Errors
            /// The error of the function. If the function was made with other types, the call also
            /// fails if an argument or the result cannot be converted.
            #[inline]
            #[allow(non_snake_case, clippy::too_many_arguments, reason = "the parameters are those of the function")]
            pub fn call<'x, $($kind: 'static),*>(
                &self,
                $($name: <$name as Parameter<$kind>>::As<'x>),*
            ) -> Result<Value>
            where
                $($name: Argument<$kind>,)*
                Value: for<'a> FromValue<'a>,
            {
                let node: &PackedFuncNode = self;
                if let Some((entry, data)) = node.callable().direct::<direct_fn!(Value; $($name $kind),*)>() {
                    // SAFETY: the entry and the address come from the same callable.
                    return unsafe { entry(data, $($name),*) }.map_err(|error| node.with_frame(error));
                }
                $(let $name = <$name as Argument<$kind>>::keep($name)?;)*
                node.call_as(($(<$name as Argument<$kind>>::pass(&$name),)*))
            }
        }
    };
}

for_each_arity!(calls);

#[cold]
#[inline(never)]
fn bad_argument(metadata: &FunctionMetadata, position: usize, source: ValueError) -> Error {
    let param = metadata.signature().and_then(|signature| signature.params().get(position));
    let parameter = param.and_then(Param::name).map(Into::into);
    CallError::Argument { function: metadata.name().into(), position, parameter, source: source.into() }
        .into()
}

/// Calls `complete` with the arguments and with defaults for missing ones. Objects for borrowing
/// parameters are kept alive during the call, because another parameter may take the same object
/// from its rvalue reference.
#[inline(never)]
fn completed(
    metadata: &FunctionMetadata,
    args: Args<'_>,
    types: &[ParamType],
    complete: &dyn Fn(Args<'_>) -> Result<RetValue>,
) -> Result<RetValue> {
    let fixed = types.iter().filter(|ty| !ty.is_tail).count();
    let params = metadata.signature().map_or(&[][..], |signature| signature.params());
    let has_tail = params.last().is_some_and(Param::is_tail);
    if args.len() > fixed && !has_tail {
        return Err(wrong_count(metadata, args.len()));
    }
    let missing = params.get(args.len()..fixed).unwrap_or_default();
    let has_rvalues = args.codes().contains(&TypeCode::OBJECT_RVALUE_REF_ARG);
    let must_be_held = |position| {
        has_rvalues
            && types.get(position).is_some_and(|ty: &ParamType| (ty.must_be_held)(args.codes()[position]))
    };
    if missing.is_empty() && !(0..args.len()).any(must_be_held) {
        return complete(args);
    }

    let defaults: Option<Vec<ArgValue<'_>>> =
        missing.iter().map(|param| param.default_value().map(RetValue::as_arg)).collect();
    let Some(defaults) = defaults else { return Err(wrong_count(metadata, args.len())) };
    let mut held: Vec<ObjectRef> = Vec::new();
    let (mut values, mut codes) = (args.values().to_vec(), args.codes().to_vec());
    for position in 0..args.len() {
        if !must_be_held(position) {
            continue;
        }
        let object = match args.read(position) {
            Ok(ArgValue::RValueRef(slot)) => {
                let object = slot.take();
                slot.set(object.clone());
                object
            }
            Ok(ArgValue::Object(object)) => object.to_object_ref(),
            _ => continue,
        };
        (values[position], codes[position]) = match &object {
            // The address of the object is passed for a tensor, too.
            Some(object) => (
                TVMValue { v_handle: std::ptr::from_ref::<Object>(object).cast_mut().cast() },
                TypeCode::OBJECT_HANDLE,
            ),
            None => (TVMValue::ZERO, TypeCode::NULLPTR),
        };
        held.extend(object);
    }
    for default in &defaults {
        let (value, code) = default.pack();
        values.push(value);
        codes.push(code);
    }
    // SAFETY: the values are the caller's arguments, objects that `held` keeps alive, and defaults
    // that the signature owns. Strings among the defaults are packed by their address in
    // `defaults`.
    complete(unsafe { Args::from_raw(&values, &codes) })
}

#[cold]
fn wrong_count(metadata: &FunctionMetadata, found: usize) -> Error {
    let (name, expected, signature) = match metadata.signature() {
        Some(signature) => {
            (metadata.name(), signature.arity_text(), format!("{}{signature}", metadata.name()))
        }
        None => (metadata.name(), "another number of arguments".into(), metadata.name().into()),
    };
    CallError::Count { name: name.into(), expected, found, signature }.into()
}
