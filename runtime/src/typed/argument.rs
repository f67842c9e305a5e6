//! Conversion of parameters back to arguments, for a typed call of a function that has no matching
//! direct entry.

use std::cell::Cell;

use objet_object::{ArgValue, FromValue, IsObjectRef, Owned, RValueRef, RetValue};

use crate::error::{Error, Result};
use crate::typed::parameter::{Lendable, Lent, Parameter, Reference};

/// A [`Parameter`] that a caller can pass: any type that converts into an [`ArgValue`] or a
/// [`RetValue`].
pub trait Argument<Kind>: Parameter<Kind> {
    /// The form in which the argument is kept during the call.
    type Kept<'a>;

    /// Converts the argument to the kept form.
    ///
    /// # Errors
    /// If the number is too large to be passed.
    fn keep<'a>(argument: Self::As<'a>) -> Result<Self::Kept<'a>>;

    /// Returns the value to pass.
    fn pass<'a>(kept: &'a Self::Kept<'_>) -> ArgValue<'a>;
}

/// An owned argument. The ownership of an object is passed on, so the function may change the
/// object in place.
pub enum KeptValue {
    /// An object, until the function takes it.
    Object(RValueRef),
    /// Any other value.
    Plain(RetValue),
}

impl<T> Argument<Owned> for T
where
    T: for<'a> FromValue<'a, Ownership = Owned> + TryInto<RetValue>,
    Error: From<T::Error>,
{
    type Kept<'a> = KeptValue;

    fn keep<'a>(argument: <T as Parameter<Owned>>::As<'a>) -> Result<Self::Kept<'a>> {
        Ok(match argument.try_into()? {
            RetValue::Object(object) => KeptValue::Object(Cell::new(Some(object))),
            value => KeptValue::Plain(value),
        })
    }

    fn pass<'a>(kept: &'a KeptValue) -> ArgValue<'a> {
        match kept {
            KeptValue::Object(slot) => ArgValue::RValueRef(slot),
            KeptValue::Plain(value) => value.as_arg(),
        }
    }
}

impl<T: Lendable<Kind> + ?Sized + 'static, Kind> Argument<Lent<Kind>> for &T {
    type Kept<'a> = &'a T;

    fn keep<'a>(argument: <&T as Parameter<Lent<Kind>>>::As<'a>) -> Result<Self::Kept<'a>> {
        Ok(argument)
    }

    fn pass<'a>(kept: &'a &T) -> ArgValue<'a> {
        kept.as_arg()
    }
}

impl<T: Lendable<Kind> + ?Sized + 'static, Kind> Argument<Lent<Kind>> for Option<&T> {
    type Kept<'a> = Option<&'a T>;

    fn keep<'a>(argument: <Option<&T> as Parameter<Lent<Kind>>>::As<'a>) -> Result<Self::Kept<'a>> {
        Ok(argument)
    }

    fn pass<'a>(kept: &'a Option<&T>) -> ArgValue<'a> {
        kept.map_or(ArgValue::Null, T::as_arg)
    }
}

impl<R: IsObjectRef> Argument<Reference> for &R {
    type Kept<'a> = &'a R;

    fn keep<'a>(argument: <&R as Parameter<Reference>>::As<'a>) -> Result<Self::Kept<'a>> {
        Ok(argument)
    }

    fn pass<'a>(kept: &'a &R) -> ArgValue<'a> {
        (*kept).into()
    }
}

impl<R: IsObjectRef> Argument<Reference> for Option<&R> {
    type Kept<'a> = Option<&'a R>;

    fn keep<'a>(argument: <Option<&R> as Parameter<Reference>>::As<'a>) -> Result<Self::Kept<'a>> {
        Ok(argument)
    }

    fn pass<'a>(kept: &'a Option<&R>) -> ArgValue<'a> {
        (*kept).into()
    }
}
