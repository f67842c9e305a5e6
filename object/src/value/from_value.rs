//! Conversions of values into Rust types. A conversion that would lose information is an error.

use crate::cast::CastError;
use crate::containers::string::{self, StringNode};
use crate::header::Object;
use crate::node::{IsObjectRef, ObjectRef};
use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::dl_tensor::DLTensor;
use crate::tensor::float16::{bf16, f16, nearest_bf16, nearest_f16};
use crate::tensor::ndarray::NDArrayNode;
use crate::value::arg_value::{ArgValue, OpaqueHandle, fast_code};
use crate::value::error::ValueError;
use crate::value::tvm_value::TypeCode;

/// A type that a value can convert into, with [`ArgValue::get`] or
/// [`RetValue::get`](crate::RetValue::get).
#[diagnostic::on_unimplemented(
    message = "a value cannot become a `{Self}`",
    note = "values become numbers, `bool`, text, bytes, `DataType`, `Device`, `OpaqueHandle`, `&DLTensor`, `()`, references to objects, and `Option`s of these"
)]
pub trait FromValue<'a>: Sized {
    /// [`Owned`] or [`Borrowed`].
    type Ownership;

    /// The type code of most arguments that convert into this type. Such arguments take a fast
    /// path.
    const FAST_CODE: TypeCode = TypeCode::NULLPTR;

    /// Converts the value.
    ///
    /// # Errors
    /// If the value has another kind, or if the conversion would lose information.
    fn from_value(value: ArgValue<'a>) -> Result<Self, ValueError>;
}

impl<'a> ArgValue<'a> {
    /// Converts the value into a `T`.
    ///
    /// # Errors
    /// If the value has another kind, or if the conversion would lose information.
    #[inline]
    pub fn get<T: FromValue<'a>>(self) -> Result<T, ValueError> {
        T::from_value(self)
    }
}

/// The [`Ownership`](FromValue::Ownership) of types that own their content.
pub enum Owned {}

/// The [`Ownership`](FromValue::Ownership) of types that borrow from the value.
pub enum Borrowed {}

#[cold]
#[inline(never)]
fn kind(expected: &'static str, value: ArgValue<'_>) -> ValueError {
    ValueError::Kind { expected, found: value.kind() }
}

#[cold]
#[inline(never)]
fn range(expected: &'static str, found: impl ToString) -> ValueError {
    ValueError::Range { expected, found: found.to_string() }
}

macro_rules! try_into_integers {
    ($($int:ident),+) => {
        $(
            impl FromValue<'_> for $int {
                type Ownership = Owned;

                const FAST_CODE: TypeCode = TypeCode::INT;

                #[inline]
                fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
                    match value {
                        ArgValue::Int(number) => $int::try_from(number).map_err(|_| range(stringify!($int), number)),
                        _ => Err(kind("int", value)),
                    }
                }
            }
        )+
    };
}

try_into_integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

/// Accepts 0 and 1.
impl FromValue<'_> for bool {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = TypeCode::INT;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Int(0) => Ok(false),
            ArgValue::Int(1) => Ok(true),
            ArgValue::Int(number) => Err(range("bool", number)),
            _ => Err(kind("int", value)),
        }
    }
}

/// Accepts any float, and any integer that `f64` represents exactly.
impl FromValue<'_> for f64 {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = TypeCode::FLOAT;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Float(number) => Ok(number),
            ArgValue::Int(number) => {
                let float = number as f64;
                // Cast to `i128`: a cast back to `i64` saturates and would accept `i64::MAX` as
                // exact.
                let exact = float as i128 == i128::from(number);
                exact.then_some(float).ok_or_else(|| range("f64", number))
            }
            _ => Err(kind("float", value)),
        }
    }
}

/// Rounds a float to the nearest `f32`, because values store floats as `f64` and most of these are
/// not exact in `f32`. Accepts any integer that `f32` represents exactly. A number that is too
/// large is an error.
impl FromValue<'_> for f32 {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = TypeCode::FLOAT;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Int(number) => {
                let float = number as f32;
                let exact = float as i128 == i128::from(number);
                exact.then_some(float).ok_or_else(|| range("f32", number))
            }
            _ => {
                let number = f64::from_value(value)?;
                let float = number as f32;
                let fits = float.is_finite() || !number.is_finite();
                fits.then_some(float).ok_or_else(|| range("f32", number))
            }
        }
    }
}

macro_rules! try_into_floats_of_16_bits {
    ($($float:ident by $nearest:ident),+) => {
        $(
            /// Rounds to the nearest 16-bit float. A number that is too large is an error.
            impl FromValue<'_> for $float {
                type Ownership = Owned;

                const FAST_CODE: TypeCode = TypeCode::FLOAT;

                fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
                    let number = f64::from_value(value)?;
                    let float = $nearest(number);
                    let fits = float.is_finite() || !number.is_finite();
                    fits.then_some(float).ok_or_else(|| range(stringify!($float), number))
                }
            }
        )+
    };
}

try_into_floats_of_16_bits!(f16 by nearest_f16, bf16 by nearest_bf16);

impl FromValue<'_> for () {
    type Ownership = Owned;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Null => Ok(()),
            _ => Err(kind("NULL", value)),
        }
    }
}

/// Accepts a handle, and null as the null handle.
impl FromValue<'_> for OpaqueHandle {
    type Ownership = Owned;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Null => Ok(Self::NULL),
            ArgValue::Handle(handle) => Ok(handle),
            _ => Err(kind("handle", value)),
        }
    }
}

/// Accepts a data type, or the string form of a data type.
impl FromValue<'_> for DataType {
    type Ownership = Owned;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::DataType(dtype) => Ok(dtype),
            _ => match <&str>::from_value(value) {
                Ok(text) => Ok(text.parse()?),
                Err(_) => Err(kind("DLDataType", value)),
            },
        }
    }
}

impl FromValue<'_> for Device {
    type Ownership = Owned;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Device(device) => Ok(device),
            _ => Err(kind("DLDevice", value)),
        }
    }
}

/// Accepts a plain string or a string object.
impl<'a> FromValue<'a> for &'a str {
    type Ownership = Borrowed;
    const FAST_CODE: TypeCode = TypeCode::RUST_STR;

    #[inline]
    fn from_value(value: ArgValue<'a>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Str(text) => Ok(text),
            ArgValue::Object(object) => match object.as_node::<StringNode>() {
                Some(text) => Ok(text.as_str()),
                None => Err(kind("str", value)),
            },
            _ => Err(kind("str", value)),
        }
    }
}

/// Accepts a plain string or a string object.
impl FromValue<'_> for String {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = TypeCode::RUST_STR;

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        <&str>::from_value(value).map(Self::from)
    }
}

/// Accepts bytes, or the bytes of a string.
impl<'a> FromValue<'a> for &'a [u8] {
    type Ownership = Borrowed;

    #[inline]
    fn from_value(value: ArgValue<'a>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Bytes(bytes) => Ok(bytes),
            _ => match <&str>::from_value(value) {
                Ok(text) => Ok(text.as_bytes()),
                Err(_) => Err(kind("bytes", value)),
            },
        }
    }
}

/// Accepts a tensor that is an object, or a plain `DLTensor`.
impl<'a> FromValue<'a> for &'a DLTensor {
    type Ownership = Borrowed;

    #[inline]
    fn from_value(value: ArgValue<'a>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Tensor(tensor) => Ok(tensor),
            ArgValue::Object(object) => match object.as_node::<NDArrayNode>() {
                Some(array) => Ok(array.dl_tensor()),
                None => Err(kind("ArrayHandle", value)),
            },
            _ => Err(kind("ArrayHandle", value)),
        }
    }
}

/// Accepts an object that fits the reference type. A plain string becomes a
/// [`String`](crate::String) object first.
impl<R: IsObjectRef> FromValue<'_> for R {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = fast_code::<R::Node>();

    #[inline]
    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        let object = taken_object(value, R::check, R::type_name)?;
        object.downcast::<R>().map_err(|error| error.into_reason().into())
    }
}

/// Returns the object of a value. An object that is moved out passes the check.
fn taken_object(
    value: ArgValue<'_>,
    check: fn(&Object) -> Result<(), CastError>,
    type_name: fn() -> std::string::String,
) -> Result<ObjectRef, ValueError> {
    match value {
        ArgValue::Object(object) => {
            object.to_object_ref().ok_or_else(|| ValueError::Detached { expected: type_name() })
        }
        ArgValue::RValueRef(slot) => {
            let object = slot.take().ok_or_else(|| CastError::Null { expected: type_name() })?;
            // An object that does not fit stays with the caller.
            if let Err(error) = check(&object) {
                slot.set(Some(object));
                return Err(error.into());
            }
            Ok(object)
        }
        ArgValue::Str(text) => Ok(string::String::from(text).into()),
        ArgValue::Null => Err(CastError::Null { expected: type_name() }.into()),
        _ => Err(CastError::Type { expected: type_name(), found: value.kind() }.into()),
    }
}

/// Converts null into `None`.
impl<'a, T: FromValue<'a>> FromValue<'a> for Option<T> {
    type Ownership = T::Ownership;

    const FAST_CODE: TypeCode = T::FAST_CODE;

    #[inline]
    fn from_value(value: ArgValue<'a>) -> Result<Self, ValueError> {
        let is_null = match value {
            ArgValue::Null => true,
            // A slot whose object was taken is null.
            ArgValue::RValueRef(slot) => {
                let object = slot.take();
                let is_null = object.is_none();
                slot.set(object);
                is_null
            }
            _ => false,
        };
        if is_null { Ok(None) } else { T::from_value(value).map(Some) }
    }
}
