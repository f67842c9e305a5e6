//! Rust functions as callables: arguments are converted into parameters, and defaults stand in for those not given.
//!
//! Invariant: the entry that `direct` gives has the type that [`DirectFn`] is for the same types and kinds, and these are
//! its key.

#![expect(unsafe_code, reason = "entries are called with the data of their callables")]

use std::ptr::NonNull;
use std::sync::Arc;

use objet_object::{ArgValue, Object, ObjectRef, RetValue, TVMValue, TypeCode, ValueError};

use crate::args::Args;
use crate::call_error::CallError;
use crate::callable::{Direct, Invoke, Outcome, guard};
use crate::error::{Error, Result};
use crate::pack::{PackedArgs, for_each_arity};
use crate::packed_func::About;
use crate::signature::{Param, ParamType, Types};
use crate::typed::output::Output;
use crate::typed::parameter::{Parameter, Token};

/// A Rust function or closure that can become a [`TypedPackedFunc`](crate::TypedPackedFunc), of up to 12 parameters.
///
/// `Signature` is the type of a function pointer with the types of its parameters and of its result, without the error if that
/// is a `Result`; borrowed parameters have the lifetime `'static` there. `Kinds` are those of [`Parameter`] and [`Output`].
/// The compiler finds both.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a packed function",
    note = "a packed function is a `fn` or a closure that is `Fn + Send + Sync + 'static`, with up to 12 parameters whose types are written out",
    note = "parameters are numbers, `bool`, text, bytes, `DataType`, `Device`, `OpaqueHandle`, references such as `Expr`, `&str`, `&[u8]`, `&AddNode`, `&DLTensor`, `Option`s of these, and, at the end, `Args`",
    note = "results are `()`, numbers, `bool`, text, bytes, `DataType`, `Device`, `OpaqueHandle`, references such as `Expr`, `RetValue`, `Option`s of these, or a `Result` of one of these and an error"
)]
pub trait TypedFunction<Signature, Kinds>: Sized + Send + Sync + 'static {
    /// Only this crate names the token, and so nobody else promises what [`TypedFunction::USUAL_FROM_C`] does.
    #[doc(hidden)]
    fn sealed(_: Token);

    /// The types of the parameters and of the result.
    #[doc(hidden)]
    const TYPES: Types;

    /// Whether all parameters are [`Parameter::USUAL_FROM_C`].
    #[doc(hidden)]
    const USUAL_FROM_C: bool;

    /// Calls the function if there are as many arguments as parameters, each of its parameter's usual kind; otherwise does
    /// nothing. The result is null before.
    #[doc(hidden)]
    fn call_usual(&self, args: Args<'_>, result: &mut RetValue) -> Option<Outcome>;

    /// Calls the function with any arguments. The result is null before.
    #[doc(hidden)]
    fn call_any(&self, about: &About, args: Args<'_>, result: &mut RetValue) -> Result<()>;

    /// Calls the function with as many packed arguments as it has parameters.
    #[doc(hidden)]
    fn call_complete(&self, about: &About, args: Args<'_>, result: &mut RetValue) -> Result<()>;

    /// The way to call the function with its own types.
    #[doc(hidden)]
    fn direct() -> Direct;
}

/// A Rust function with what is known of it.
pub(crate) struct Typed<F, S, K> {
    pub(crate) function: F,
    pub(crate) about: Arc<About>,
    pub(crate) types: std::marker::PhantomData<fn(S, K)>,
}

impl<F, S: 'static, K: 'static> Invoke for Typed<F, S, K>
where
    F: TypedFunction<S, K>,
{
    const HAS_USUAL: bool = true;

    const USUAL_FROM_C: bool = F::USUAL_FROM_C;

    #[inline(always)]
    fn invoke(&self, args: Args<'_>, result: &mut RetValue) -> Result<()> {
        self.run(args, result).store(result)
    }

    #[inline(always)]
    fn run_usual(&self, args: Args<'_>, result: &mut RetValue) -> Option<Outcome> {
        guard(|| self.function.call_usual(args, result))
            .unwrap_or_else(|panicked| Some(Outcome::Failed(panicked)))
    }

    #[inline(always)]
    fn run(&self, args: Args<'_>, result: &mut RetValue) -> Outcome {
        match guard(|| self.function.call_any(&self.about, args, result)) {
            Ok(Ok(())) => Outcome::Stored,
            Ok(Err(error)) | Err(error) => Outcome::Failed(error),
        }
    }
}

/// The entry of a function with these types; see [`Direct`].
macro_rules! direct_fn {
    ($value:ident; $($name:ident $kind:ident),*) => {
        for<'a> unsafe fn(NonNull<()>, $(<$name as Parameter<$kind>>::As<'a>),*) -> Result<$value>
    };
}

/// The key of such an entry.
macro_rules! direct_key {
    ($value:ident; $($name:ident $kind:ident),*) => {
        (fn($($name),*) -> $value, ($($kind,)*))
    };
}

pub(crate) use {direct_fn, direct_key};

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
            fn sealed(_: Token) {}

            const TYPES: Types = {
                tail_is_last(&[$(<$name as Parameter<$kind>>::IS_TAIL),*]);
                Types {
                    params: &[$(ParamType {
                        text: <$name as Parameter<$kind>>::type_text,
                        is_tail: <$name as Parameter<$kind>>::IS_TAIL,
                        check: can_be::<$name, $kind>,
                    }),*],
                    result: <Out as Output<Kind>>::type_text,
                }
            };

            const USUAL_FROM_C: bool = true $(&& <$name as Parameter<$kind>>::USUAL_FROM_C)*;

            #[inline(always)]
            #[allow(non_snake_case, reason = "one name for type and value")]
            fn call_usual(&self, args: Args<'_>, result: &mut RetValue) -> Option<Outcome> {
                let tails = const { 0 $(+ <$name as Parameter<$kind>>::IS_TAIL as usize)* };
                let fixed = const { 0 $(+ !<$name as Parameter<$kind>>::IS_TAIL as usize)* };
                if args.len() != fixed && (tails == 0 || args.len() < fixed) {
                    return None;
                }
                $(let $name = <$name as Parameter<$kind>>::take_usual(args, $position)?;)*
                Some(give(self($($name),*), result))
            }

            fn call_any(&self, about: &About, args: Args<'_>, result: &mut RetValue) -> Result<()> {
                let fixed = const { 0 $(+ !<$name as Parameter<$kind>>::IS_TAIL as usize)* };
                let must_be_held: &[MustBeHeld] = &[$(<$name as Parameter<$kind>>::must_be_held),*];
                let complete = <Self as TypedFunction<fn($($name),*) -> Value, (($($kind,)*), Kind)>>::call_complete;
                completed(about, args, fixed, must_be_held, &mut |args| complete(self, about, args, result))
            }

            #[allow(non_snake_case, unused_variables, reason = "one name for type and value; there may be no parameters")]
            fn call_complete(&self, about: &About, args: Args<'_>, result: &mut RetValue) -> Result<()> {
                $(
                    let $name = match <$name as Parameter<$kind>>::take(args, $position) {
                        Ok(argument) => argument,
                        Err(source) => return Err(bad_argument(about, $position, source)),
                    };
                )*
                give(self($($name),*), result).store(result)
            }

            #[allow(non_snake_case, reason = "one name for type and value")]
            fn direct() -> Direct {
                #[allow(clippy::too_many_arguments, clippy::extra_unused_lifetimes, reason = "as many parameters as the function has, and its data")]
                unsafe fn entry<'x, Func, Out, Kind, Value, $($name, $kind),*>(
                    data: NonNull<()>,
                    $($name: <$name as Parameter<$kind>>::As<'x>),*
                ) -> Result<Value>
                where
                    Func: for<'a> Fn($(<$name as Parameter<$kind>>::As<'a>),*) -> Out,
                    Out: Output<Kind, Value = Value>,
                    $($name: Parameter<$kind>,)*
                {
                    type Of<Func, Value, Kind, $($name, $kind),*> =
                        Typed<Func, fn($($name),*) -> Value, (($($kind,)*), Kind)>;
                    // SAFETY: the entry is given to a callable of this type alone.
                    let typed = unsafe { data.cast::<Of<Func, Value, Kind, $($name, $kind),*>>().as_ref() };
                    guard(|| (typed.function)($($name),*).into_value())?
                }
                let entry: direct_fn!(Value; $($name $kind),*) =
                    entry::<Func, Out, Kind, Value, $($name, $kind),*>;
                // SAFETY: a function pointer; `direct_fn` and `direct_key` are used together, here and by the caller.
                unsafe { Direct::new::<direct_key!(Value; $($name $kind),*), _>(entry) }
            }
        }
    };
}

for_each_arity!(functions);

/// Whether each parameter is a tail: none is but the last.
const fn tail_is_last(mut is_tail: &[bool]) {
    while let [first, others @ ..] = is_tail {
        assert!(
            !*first || others.is_empty(),
            "`Args` takes all further arguments: make it the last parameter"
        );
        is_tail = others;
    }
}

/// Whether a parameter can be this value.
fn can_be<P: Parameter<Kind>, Kind>(value: ArgValue<'_>) -> Result<(), ValueError> {
    [value].as_slice().lend(|args| P::take(args, 0).map(drop))
}

#[cold]
#[inline(never)]
fn bad_argument(about: &About, position: usize, source: ValueError) -> Error {
    let param = about.signature().and_then(|signature| signature.params().get(position));
    let parameter = param.and_then(Param::name).map(Into::into);
    CallError::Argument { function: about.name().into(), position, parameter, source: source.into() }.into()
}

/// Puts what a function gave where the caller looks for it: in place of null, or into registers.
#[inline(always)]
fn give<Out: Output<Kind>, Kind>(output: Out, result: &mut RetValue) -> Outcome
where
    Out::Value: TryInto<RetValue>,
    Error: From<<Out::Value as TryInto<RetValue>>::Error>,
{
    let value = output.into_value().and_then(|value| Ok(value.try_into()?));
    match value {
        Ok(RetValue::Int(number)) => Outcome::Int(number),
        Ok(RetValue::Float(number)) => Outcome::Float(number.to_bits()),
        Ok(value) => {
            // Null has nothing to drop, and need not be looked at.
            std::mem::forget(std::mem::replace(result, value));
            Outcome::Stored
        }
        Err(error) => Outcome::Failed(error),
    }
}

type MustBeHeld = fn(TypeCode) -> bool;

/// Calls `complete` with the arguments, with defaults for those not given. Objects that are offered to parameters which only
/// borrow are held as long as it takes: another parameter may be offered the same one, and take it.
#[cold]
fn completed(
    about: &About,
    args: Args<'_>,
    fixed: usize,
    must_be_held: &[MustBeHeld],
    complete: &mut dyn FnMut(Args<'_>) -> Result<()>,
) -> Result<()> {
    let params = about.signature().map_or(&[][..], |signature| signature.params());
    let has_tail = params.last().is_some_and(Param::is_tail);
    if args.len() > fixed && !has_tail {
        return Err(wrong_count(about, args.len()));
    }
    let missing = params.get(args.len()..fixed).unwrap_or_default();
    let defaults: Option<Vec<ArgValue<'_>>> =
        missing.iter().map(|param| param.default_value().map(RetValue::as_arg)).collect();
    let Some(defaults) = defaults else { return Err(wrong_count(about, args.len())) };

    let mut held: Vec<ObjectRef> = Vec::new();
    let (mut values, mut codes) = (args.values().to_vec(), args.codes().to_vec());
    for position in 0..args.len() {
        let code = codes[position];
        if !must_be_held.get(position).is_some_and(|must_be_held| must_be_held(code)) {
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
            // By the address of the object, be it a tensor or not.
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
    // SAFETY: the caller's arguments, objects that `held` holds, and defaults, which the signature has; text among these is
    // referred to in `defaults`.
    complete(unsafe { Args::from_raw(&values, &codes) })
}

#[cold]
fn wrong_count(about: &About, found: usize) -> Error {
    let (name, expected, signature) = match about.signature() {
        Some(signature) => (about.name(), signature.arity_text(), format!("{}{signature}", about.name())),
        None => (about.name(), "another number of arguments".into(), about.name().into()),
    };
    CallError::Count { name: name.into(), expected, found, signature }.into()
}
