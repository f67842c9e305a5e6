//! What a parameter of a function can be.

use std::marker::PhantomData;

use objet_object::__private::object_of;
use objet_object::{ArgValue, DLTensor, FromValue, IsObject, IsObjectRef, Owned, TypeCode, ValueError};

use crate::args::{Args, no_reference};
use crate::signature::short_type_name;

/// A token that only this crate can name, so that no other crate implements a trait with a function
/// that takes it.
pub struct Token;

/// A type that a parameter of a [`TypedPackedFunc`](crate::TypedPackedFunc) can have.
///
/// The `Kind` tells apart what one trait could not: [`Owned`] types, which are values of their own (whatever is
/// [`FromValue`]); [`Lent`] ones, `&str`, `&[u8]`, `&DLTensor`, `&AddNode` and `Option`s of these; borrowed
/// [`Reference`]s, `&Add`, and `Option`s of these; and the [`Tail`], [`Args`], which takes all further arguments. The
/// compiler finds it.
#[diagnostic::on_unimplemented(
    message = "a parameter of a function cannot have the type `{Self}`",
    note = "parameters are numbers, `bool`, text, bytes, `DataType`, `Device`, `OpaqueHandle`, references such as `Expr` and `&Expr`, `&str`, `&[u8]`, `&AddNode`, `&DLTensor`, `Option`s of these, and, at the end, `Args`"
)]
pub trait Parameter<Kind> {
    /// Only this crate names the token, and so nobody else promises what [`Parameter::USUAL_FROM_C`] does.
    #[doc(hidden)]
    fn sealed(_: Token);

    /// The type with another lifetime, if it has one.
    type As<'a>;

    /// Whether it takes all further arguments.
    const IS_TAIL: bool = false;

    /// Whether [`Parameter::take_usual`] looks into no argument whose code is below 0, and keeps none: with C such a code means nothing.
    const USUAL_FROM_C: bool;

    /// The type's name in signatures.
    fn type_text() -> String;

    /// Whether an argument of that code must be an object that somebody else holds as long as the call takes.
    fn must_be_held(_code: TypeCode) -> bool {
        false
    }

    /// Takes the argument at `position`, which there is, if it is of the kind that most arguments for it are, and takes nothing
    /// otherwise.
    fn take_usual(args: Args<'_>, position: usize) -> Option<Self::As<'_>>;

    /// Takes the argument at `position`, which there is, or those from there on.
    ///
    /// # Errors
    /// If the argument is of another kind, or if something of it would be lost.
    fn take(args: Args<'_>, position: usize) -> Result<Self::As<'_>, ValueError>;
}

/// The kind of parameters that are borrowed of the caller: of a [`Node`] or of [`Data`].
pub struct Lent<Kind>(PhantomData<Kind>);

/// The kind of what is borrowed of an object.
pub enum Node {}

/// The kind of other things that are borrowed.
pub enum Data {}

/// The kind of parameters that are references, borrowed of the caller.
pub enum Reference {}

/// The kind of the parameter that takes all further arguments.
pub enum Tail {}

#[diagnostic::do_not_recommend]
impl<T: for<'a> FromValue<'a, Ownership = Owned>> Parameter<Owned> for T {
    fn sealed(_: Token) {}

    type As<'a> = T;

    const USUAL_FROM_C: bool = T::USUAL_CODE.0 >= 0;

    fn type_text() -> String {
        short_type_name::<T>()
    }

    #[inline(always)]
    fn take_usual(args: Args<'_>, position: usize) -> Option<T> {
        T::from_value(args.usual(position, T::USUAL_CODE)?).ok()
    }

    fn take(args: Args<'_>, position: usize) -> Result<T, ValueError> {
        T::from_value(args.read(position)?)
    }
}

/// What can stand behind the `&` of a borrowed parameter.
///
/// As with [`Parameter`], the `Kind` tells apart what one trait could not.
pub trait Lendable<Kind> {
    /// The type code of most arguments that it is borrowed of.
    const USUAL_CODE: TypeCode;

    /// Borrows it of a value, if that is of the right kind.
    fn lend_usual(value: ArgValue<'_>) -> Option<&Self>;

    /// Borrows it of a value.
    ///
    /// # Errors
    /// If the value is of another kind.
    fn lend(value: ArgValue<'_>) -> Result<&Self, ValueError>;

    /// The value that it is.
    fn as_arg(&self) -> ArgValue<'_>;
}

macro_rules! lendable {
    ($($target:ty: $usual:ident),+) => {
        $(
            impl Lendable<Data> for $target {
                const USUAL_CODE: TypeCode = TypeCode::$usual;

                #[inline(always)]
                fn lend_usual(value: ArgValue<'_>) -> Option<&Self> {
                    value.get().ok()
                }

                fn lend(value: ArgValue<'_>) -> Result<&Self, ValueError> {
                    value.get()
                }

                fn as_arg(&self) -> ArgValue<'_> {
                    self.into()
                }
            }
        )+
    };
}

lendable!(str: RUST_STR, [u8]: RUST_BYTES, DLTensor: NDARRAY_HANDLE);

impl<T: IsObject> Lendable<Node> for T {
    const USUAL_CODE: TypeCode = TypeCode::OBJECT_HANDLE;

    #[inline(always)]
    fn lend_usual(value: ArgValue<'_>) -> Option<&Self> {
        match value {
            ArgValue::Object(object) => object.as_node(),
            _ => None,
        }
    }

    fn lend(value: ArgValue<'_>) -> Result<&Self, ValueError> {
        Self::lend_usual(value).ok_or_else(|| no_reference::<T::Ref>(value))
    }

    fn as_arg(&self) -> ArgValue<'_> {
        ArgValue::Object(object_of(self))
    }
}

impl<T: Lendable<Kind> + ?Sized + 'static, Kind> Parameter<Lent<Kind>> for &T {
    fn sealed(_: Token) {}

    type As<'a> = &'a T;

    const USUAL_FROM_C: bool = T::USUAL_CODE.0 >= 0;

    fn type_text() -> String {
        short_type_name::<&T>()
    }

    fn must_be_held(code: TypeCode) -> bool {
        code == TypeCode::OBJECT_RVALUE_REF_ARG
    }

    #[inline(always)]
    fn take_usual(args: Args<'_>, position: usize) -> Option<&T> {
        T::lend_usual(args.usual(position, T::USUAL_CODE)?)
    }

    fn take(args: Args<'_>, position: usize) -> Result<&T, ValueError> {
        T::lend(args.read(position)?)
    }
}

impl<T: Lendable<Kind> + ?Sized + 'static, Kind> Parameter<Lent<Kind>> for Option<&T> {
    fn sealed(_: Token) {}

    type As<'a> = Option<&'a T>;

    const USUAL_FROM_C: bool = <&T>::USUAL_FROM_C;

    fn type_text() -> String {
        short_type_name::<Option<&T>>()
    }

    fn must_be_held(code: TypeCode) -> bool {
        <&T>::must_be_held(code)
    }

    #[inline(always)]
    fn take_usual(args: Args<'_>, position: usize) -> Option<Option<&T>> {
        <&T>::take_usual(args, position).map(Some)
    }

    fn take(args: Args<'_>, position: usize) -> Result<Option<&T>, ValueError> {
        if args.codes()[position] == TypeCode::NULLPTR {
            Ok(None)
        } else {
            <&T>::take(args, position).map(Some)
        }
    }
}

impl<R: IsObjectRef> Parameter<Reference> for &R {
    fn sealed(_: Token) {}

    type As<'a> = &'a R;

    const USUAL_FROM_C: bool = true;

    fn type_text() -> String {
        short_type_name::<&R>()
    }

    /// A tensor is not passed by the address of its object, so that there is no reference to borrow.
    fn must_be_held(code: TypeCode) -> bool {
        matches!(code, TypeCode::OBJECT_RVALUE_REF_ARG | TypeCode::NDARRAY_HANDLE)
    }

    #[inline(always)]
    fn take_usual(args: Args<'_>, position: usize) -> Option<&R> {
        args.reference(position)
    }

    fn take(args: Args<'_>, position: usize) -> Result<&R, ValueError> {
        match args.reference(position) {
            Some(reference) => Ok(reference),
            None => Err(no_reference::<R>(args.read(position)?)),
        }
    }
}

impl<R: IsObjectRef> Parameter<Reference> for Option<&R> {
    fn sealed(_: Token) {}

    type As<'a> = Option<&'a R>;

    const USUAL_FROM_C: bool = <&R>::USUAL_FROM_C;

    fn type_text() -> String {
        short_type_name::<Option<&R>>()
    }

    fn must_be_held(code: TypeCode) -> bool {
        <&R>::must_be_held(code)
    }

    #[inline(always)]
    fn take_usual(args: Args<'_>, position: usize) -> Option<Option<&R>> {
        args.reference(position).map(Some)
    }

    fn take(args: Args<'_>, position: usize) -> Result<Option<&R>, ValueError> {
        if args.codes()[position] == TypeCode::NULLPTR {
            Ok(None)
        } else {
            <&R>::take(args, position).map(Some)
        }
    }
}

impl Parameter<Tail> for Args<'_> {
    fn sealed(_: Token) {}

    type As<'a> = Args<'a>;

    const IS_TAIL: bool = true;

    const USUAL_FROM_C: bool = false;

    fn type_text() -> String {
        "Args".into()
    }

    #[inline(always)]
    fn take_usual(args: Args<'_>, position: usize) -> Option<Args<'_>> {
        Some(args.tail(position))
    }

    fn take(args: Args<'_>, position: usize) -> Result<Args<'_>, ValueError> {
        Ok(args.tail(position))
    }
}
