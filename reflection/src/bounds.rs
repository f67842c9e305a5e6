//! Bounds of numeric fields.

use std::fmt;
use std::sync::atomic::Ordering;

use objet_object::{ArgValue, FieldKind, RetValue, ValueError};

use crate::error::ReflectError;
use crate::field::Field;
use crate::reflection::Reflection;

/// A bound, or a number to compare with a bound. All numbers of a field have the same variant.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Number {
    /// `i128` holds both `i64` and `u64`.
    Int(i128),
    /// Not widened to `f64`, so that 0.1 is printed with the digits of the source.
    F32(f32),
    /// An `f64`.
    F64(f64),
}

/// A numeric type, whose fields can have bounds.
#[diagnostic::on_unimplemented(
    message = "bounds need a numeric field, and `{Self}` is not a number: remove this",
    label = "a bound of a field that is not a number"
)]
pub trait Bounded {
    /// `Self`, under a name whose use requires this trait.
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

/// The integers whose size depends on the platform do not convert into an `i128`.
macro_rules! bounded_sizes {
    ($($number:ty),+) => {
        $(
            impl Bounded for $number {
                type Itself = Self;
            }

            impl From<$number> for Number {
                fn from(number: $number) -> Self {
                    Self::Int(number as i128)
                }
            }
        )+
    };
}

bounded_sizes!(isize, usize);

impl Number {
    /// Converts a value for a field of this kind to a number. Returns `None` if fields of this kind
    /// are not numbers.
    fn of_arg(kind: FieldKind, value: ArgValue<'_>) -> Result<Option<Self>, ValueError> {
        Ok(match kind {
            FieldKind::Int(_) => Some(Self::Int(value.get()?)),
            FieldKind::F32 => Some(Self::F32(value.get()?)),
            FieldKind::F64 => Some(Self::F64(value.get()?)),
            _ => None,
        })
    }

    /// Returns the number as a `RetValue`, or null for an integer that does not fit into an `i64`.
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
    /// Checks a value that is set by name against the bounds of the field at `position`. NaN is out
    /// of bounds.
    ///
    /// # Errors
    /// If the value is out of bounds. If the field has bounds and cannot hold the value.
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
        if within((lower, upper), number) {
            return Ok(());
        }
        Err(self.out_of_bounds(field, number))
    }

    #[cold]
    fn out_of_bounds(&self, field: &Field, number: Number) -> ReflectError {
        let (type_key, expected) = (self.type_key(), expected(field.bounds()));
        ReflectError::OutOfBounds { type_key, field: field.name(), expected, found: number.to_string() }
    }

    /// Checks that the bounds of each field do not contradict each other or the default. Checks
    /// once, unless there is an error. The compiler checks bounds that are constants.
    ///
    /// # Errors
    /// If a lower bound is greater than the upper bound, or if a default is out of bounds.
    pub(crate) fn check_declared_bounds(&'static self) -> Result<(), ReflectError> {
        let bounds_hold = &self.layout().bounds_hold;
        // The flag is set first, because a default may make a node of this type.
        if bounds_hold.load(Ordering::Relaxed) || bounds_hold.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let mut fields = self.fields().iter();
        let checked = fields.try_for_each(|field| self.check_declaration(field));
        checked.inspect_err(|_| bounds_hold.store(false, Ordering::Relaxed))
    }

    fn check_declaration(&self, field: &Field) -> Result<(), ReflectError> {
        let (lower, upper) = field.bounds();
        if lower.is_none() && upper.is_none() {
            return Ok(());
        }
        let (type_key, name) = (self.type_key(), field.name());
        if let (Some(lower), Some(upper)) = (lower, upper)
            && !within((Some(lower), None), upper)
        {
            let (lower, upper) = (lower.to_string(), upper.to_string());
            return Err(ReflectError::CrossedBounds { type_key, field: name, lower, upper });
        }
        // No `RetValue` holds an integer above `i64::MAX`.
        let default = field.default().and_then(|value| Number::of_arg(field.kind(), value.as_arg()).ok()?);
        match default {
            Some(default) if !within((lower, upper), default) => Err(ReflectError::DefaultOutOfBounds {
                type_key,
                field: name,
                expected: expected((lower, upper)),
                default: default.to_string(),
            }),
            _ => Ok(()),
        }
    }
}

fn within((lower, upper): (Option<Number>, Option<Number>), number: Number) -> bool {
    lower.is_none_or(|lower| lower <= number) && upper.is_none_or(|upper| number <= upper)
}

fn expected(bounds: (Option<Number>, Option<Number>)) -> String {
    match bounds {
        (Some(lower), Some(upper)) => format!("{lower} to {upper}"),
        (Some(lower), None) => format!("at least {lower}"),
        (None, Some(upper)) => format!("at most {upper}"),
        (None, None) => "any number".into(),
    }
}
