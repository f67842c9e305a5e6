//! The parameter types of typed functions.

use std::marker::PhantomData;

use objet_object::__private::object_of;
use objet_object::{ArgValue, DLTensor, FromValue, IsObject, IsObjectRef, Owned, TypeCode, ValueError};

use crate::args::{Args, ReferenceSlot, no_reference};
use crate::signature::short_type_name;

/// A type that a parameter of a [`TypedPackedFunc`](crate::TypedPackedFunc) can have.
///
/// The compiler infers the `Kind`, which keeps the implementations apart:
/// - [`Owned`]: types that implement [`FromValue`].
/// - [`Lent`]: `&str`, `&[u8]`, `&DLTensor`, `&AddNode`, and `Option`s of these.
/// - [`Reference`]: borrowed references such as `&Add`, and `Option`s of these.
/// - [`Tail`]: [`Args`], which takes all further arguments.
#[diagnostic::on_unimplemented(
    message = "a parameter of a function cannot have the type `{Self}`",
    note = "parameters are numbers, `bool`, strings, bytes, `DataType`, `Device`, `OpaqueHandle`, references such as `Expr` and `&Expr`, `&str`, `&[u8]`, `&AddNode`, `&DLTensor`, `Option`s of these, and, at the end, `Args`"
)]
pub trait Parameter<Kind> {
    /// The type with another lifetime, if it has one.
    type As<'a>;

    /// Whether the parameter takes all further arguments.
    const IS_TAIL: bool = false;

    /// Whether the parameter is a `&DLTensor`, or an `Option` of it.
    const IS_DL_TENSOR: bool = false;

    /// The type code of most arguments for this parameter.
    const EXPECTED_CODE: TypeCode;

    /// Returns the name of the type for signatures.
    fn type_text() -> String;

    /// Returns whether an argument with that code must be converted to an object that is kept alive
    /// during the call.
    fn must_be_held(_code: TypeCode) -> bool {
        false
    }

    /// Takes the argument at `position`, which has this value, or the tail from there. The result
    /// may refer to `slot`.
    ///
    /// # Errors
    /// If the argument has another type, or if the conversion would lose information.
    fn take<'a>(
        args: Args<'a>,
        position: usize,
        value: ArgValue<'a>,
        slot: &'a mut ReferenceSlot,
    ) -> Result<Self::As<'a>, ValueError>;

    /// Takes an argument with the expected code. Returns `None` if it is rejected.
    #[inline(always)]
    fn take_expected<'a>(
        args: Args<'a>,
        position: usize,
        value: ArgValue<'a>,
        slot: &'a mut ReferenceSlot,
    ) -> Option<Self::As<'a>> {
        Self::take(args, position, value, slot).ok()
    }
}

/// The kind of parameters that are borrowed from the caller, as a [`Node`] or as [`Data`].
pub struct Lent<Kind>(PhantomData<Kind>);

/// The kind of borrowed nodes.
pub enum Node {}

/// The kind of other borrowed data.
pub enum Data {}

/// The kind of object references that are borrowed from the caller.
pub enum Reference {}

/// The kind of the parameter that takes all further arguments.
pub enum Tail {}

#[diagnostic::do_not_recommend]
impl<T: for<'a> FromValue<'a, Ownership = Owned>> Parameter<Owned> for T {
    type As<'a> = T;

    const EXPECTED_CODE: TypeCode = T::FAST_CODE;

    fn type_text() -> String {
        short_type_name::<T>()
    }

    #[inline(always)]
    fn take(_: Args<'_>, _: usize, value: ArgValue<'_>, _: &mut ReferenceSlot) -> Result<T, ValueError> {
        T::from_value(value)
    }
}

/// A type that can be the target of a borrowed parameter.
///
/// As for [`Parameter`], the `Kind` keeps the implementations apart.
pub trait Lendable<Kind> {
    /// The type code of most arguments from which this type is borrowed.
    const FAST_CODE: TypeCode;

    /// Whether the type is `DLTensor`.
    const IS_DL_TENSOR: bool = false;

    /// Borrows a `Self` from a value.
    ///
    /// # Errors
    /// If the value has another type.
    fn lend(value: ArgValue<'_>) -> Result<&Self, ValueError>;

    /// Borrows a `Self` from a value with the expected code.
    #[inline(always)]
    fn lend_expected(value: ArgValue<'_>) -> Option<&Self> {
        Self::lend(value).ok()
    }

    /// Returns the value to pass.
    fn as_arg(&self) -> ArgValue<'_>;
}

macro_rules! lendable {
    ($($target:ty: $code:ident),+) => {
        $(
            impl Lendable<Data> for $target {
                const FAST_CODE: TypeCode = TypeCode::$code;

                const IS_DL_TENSOR: bool = matches!(Self::FAST_CODE, TypeCode::NDARRAY_HANDLE);

                #[inline(always)]
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
    const FAST_CODE: TypeCode = TypeCode::OBJECT_HANDLE;

    fn lend(value: ArgValue<'_>) -> Result<&Self, ValueError> {
        let node = match value {
            ArgValue::Object(object) => object.as_node(),
            _ => None,
        };
        node.ok_or_else(|| no_reference::<T::Ref>(value))
    }

    /// An object of a type that arrived late takes the slow path.
    #[inline(always)]
    fn lend_expected(value: ArgValue<'_>) -> Option<&Self> {
        match value {
            ArgValue::Object(object) => object.as_linked_node(),
            _ => None,
        }
    }

    fn as_arg(&self) -> ArgValue<'_> {
        ArgValue::Object(object_of(self))
    }
}

impl<T: Lendable<Kind> + ?Sized + 'static, Kind> Parameter<Lent<Kind>> for &T {
    type As<'a> = &'a T;

    const IS_DL_TENSOR: bool = T::IS_DL_TENSOR;

    const EXPECTED_CODE: TypeCode = T::FAST_CODE;

    fn type_text() -> String {
        short_type_name::<&T>()
    }

    fn must_be_held(code: TypeCode) -> bool {
        code == TypeCode::OBJECT_RVALUE_REF_ARG
    }

    fn take<'a>(
        _: Args<'a>,
        _: usize,
        value: ArgValue<'a>,
        _: &'a mut ReferenceSlot,
    ) -> Result<&'a T, ValueError> {
        T::lend(value)
    }

    #[inline(always)]
    fn take_expected<'a>(
        _: Args<'a>,
        _: usize,
        value: ArgValue<'a>,
        _: &'a mut ReferenceSlot,
    ) -> Option<&'a T> {
        T::lend_expected(value)
    }
}

impl<T: Lendable<Kind> + ?Sized + 'static, Kind> Parameter<Lent<Kind>> for Option<&T> {
    type As<'a> = Option<&'a T>;

    const IS_DL_TENSOR: bool = T::IS_DL_TENSOR;

    const EXPECTED_CODE: TypeCode = T::FAST_CODE;

    fn type_text() -> String {
        short_type_name::<Option<&T>>()
    }

    fn must_be_held(code: TypeCode) -> bool {
        <&T>::must_be_held(code)
    }

    #[inline(always)]
    fn take<'a>(
        _: Args<'a>,
        _: usize,
        value: ArgValue<'a>,
        _: &'a mut ReferenceSlot,
    ) -> Result<Option<&'a T>, ValueError> {
        match value {
            ArgValue::Null => Ok(None),
            _ => T::lend(value).map(Some),
        }
    }
}

impl<R: IsObjectRef> Parameter<Reference> for &R {
    type As<'a> = &'a R;

    const EXPECTED_CODE: TypeCode = R::FAST_CODE;

    fn type_text() -> String {
        short_type_name::<&R>()
    }

    /// Another parameter may take a tensor from its rvalue reference.
    fn must_be_held(code: TypeCode) -> bool {
        matches!(code, TypeCode::OBJECT_RVALUE_REF_ARG | TypeCode::NDARRAY_HANDLE)
    }

    fn take<'a>(
        args: Args<'a>,
        position: usize,
        value: ArgValue<'a>,
        slot: &'a mut ReferenceSlot,
    ) -> Result<&'a R, ValueError> {
        args.reference(position, value, slot).ok_or_else(|| no_reference::<R>(value))
    }

    #[inline(always)]
    fn take_expected<'a>(
        args: Args<'a>,
        position: usize,
        value: ArgValue<'a>,
        slot: &'a mut ReferenceSlot,
    ) -> Option<&'a R> {
        args.reference(position, value, slot)
    }
}

impl<R: IsObjectRef> Parameter<Reference> for Option<&R> {
    type As<'a> = Option<&'a R>;

    const EXPECTED_CODE: TypeCode = R::FAST_CODE;

    fn type_text() -> String {
        short_type_name::<Option<&R>>()
    }

    fn must_be_held(code: TypeCode) -> bool {
        <&R>::must_be_held(code)
    }

    #[inline(always)]
    fn take<'a>(
        args: Args<'a>,
        position: usize,
        value: ArgValue<'a>,
        slot: &'a mut ReferenceSlot,
    ) -> Result<Option<&'a R>, ValueError> {
        match value {
            ArgValue::Null => Ok(None),
            _ => <&R>::take(args, position, value, slot).map(Some),
        }
    }
}

impl Parameter<Tail> for Args<'_> {
    type As<'a> = Args<'a>;

    const IS_TAIL: bool = true;

    const EXPECTED_CODE: TypeCode = TypeCode::NULLPTR;

    fn type_text() -> String {
        "Args".into()
    }

    #[inline(always)]
    fn take<'a>(
        args: Args<'a>,
        position: usize,
        _: ArgValue<'a>,
        _: &'a mut ReferenceSlot,
    ) -> Result<Args<'a>, ValueError> {
        Ok(args.tail(position))
    }
}
