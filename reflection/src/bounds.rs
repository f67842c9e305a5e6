//! The bounds of fields that are numbers.

use std::fmt;

use objet_object::{ArgValue, FieldKind, RetValue, ValueError};

use crate::error::ReflectError;
use crate::field::Field;
use crate::reflection::Reflection;

/// A bound, or a number to compare with one. Those of one field are all of one variant.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Number {
    /// Wide enough for both `i64` and `u64`.
    Int(i128),
    /// Not widened, since 0.1 would be shown with digits that nobody wrote.
    F32(f32),
    /// As it is.
    F64(f64),
}

/// A number that a field can have for a bound.
#[diagnostic::on_unimplemented(
    message = "bounds are for numbers, and a field of type `{Self}` is none: remove this",
    label = "a bound of what is no number"
)]
pub trait Bounded {
    /// `Self`, under a name that asks for this trait.
    type Itself: Into<Number>;
}

macro_rules! bounded {
    ($($number:ty => $variant:ident),+ $(,)?) => {
        $(
            impl Bounded for $number {
                type Itself = Self;
            }

            impl From<$number> for Number {
                fn from(number: $number) -> Self {
                    Self::$variant(number.into())
                }
            }
        )+
    };
}

bounded! {
    i8 => Int, i16 => Int, i32 => Int, i64 => Int,
    u8 => Int, u16 => Int, u32 => Int, u64 => Int,
    f32 => F32, f64 => F64,
}

impl Number {
    /// What a field of that kind would hold if it were given the value; `None` for what is no number.
    fn of_arg(kind: FieldKind, value: ArgValue<'_>) -> Result<Option<Self>, ValueError> {
        Ok(match kind {
            FieldKind::Int(_) => Some(Self::Int(value.get()?)),
            FieldKind::F32 => Some(Self::F32(value.get()?)),
            FieldKind::F64 => Some(Self::F64(value.get()?)),
            _ => None,
        })
    }

    /// The number as it crosses into functions and front ends; null for an integer that does not fit into 64 bits with
    /// a sign.
    pub(crate) fn to_ret_value(self) -> RetValue {
        match self {
            Self::Int(number) => RetValue::try_from(number).unwrap_or_default(),
            Self::F32(number) => number.into(),
            Self::F64(number) => number.into(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::F32(number) => fmt::Debug::fmt(number, f),
            Self::F64(number) => fmt::Debug::fmt(number, f),
        }
    }
}

impl Reflection {
    /// Makes sure that the field at `position` may be given the value by name. What is not a number at all is not
    /// within bounds either.
    ///
    /// # Errors
    /// If the value is outside of the field's bounds, or if the field has some and cannot hold the value.
    pub(crate) fn check_bounds(
        &'static self,
        position: usize,
        value: ArgValue<'_>,
    ) -> Result<(), ReflectError> {
        let field = &self.fields()[position];
        let (lower, upper) = field.bounds();
        if lower.is_none() && upper.is_none() {
            return Ok(());
        }
        let number =
            Number::of_arg(field.kind(), value).map_err(|source| self.wrong_value(position, source))?;
        let Some(number) = number else { return Ok(()) };
        if lower.is_none_or(|lower| lower <= number) && upper.is_none_or(|upper| number <= upper) {
            return Ok(());
        }
        Err(self.out_of_bounds(field, number))
    }

    #[cold]
    fn out_of_bounds(&self, field: &Field, number: Number) -> ReflectError {
        let expected = match field.bounds() {
            (Some(lower), Some(upper)) => format!("{lower} to {upper}"),
            (Some(lower), None) => format!("at least {lower}"),
            (None, Some(upper)) => format!("at most {upper}"),
            (None, None) => "any number".into(),
        };
        let (type_key, field) = (self.type_key(), field.name());
        ReflectError::OutOfBounds { type_key, field, expected, found: number.to_string() }
    }
}
