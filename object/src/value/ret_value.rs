//! Owned values.

use std::fmt;

use crate::node::{IsObjectRef, ObjectRef};
use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::value::arg_value::{ArgValue, OpaqueHandle};
use crate::value::error::ValueError;
use crate::value::from_value::{FromValue, Owned};
use crate::value::tvm_value::TypeCode;

/// An owned value: the result of a function, or the value of a field.
///
/// ```
/// use objet_object::{RetValue, ShapeTuple};
///
/// let value = RetValue::from(ShapeTuple::from([2, 3]));
/// assert_eq!(value.get::<ShapeTuple>()?, [2, 3]);
/// assert_eq!(RetValue::from(7_u8).get::<i64>()?, 7);
/// # Ok::<(), objet_object::Error>(())
/// ```
// The tag and the content are one word each. So a `RetValue`, and a `Result` of a `RetValue` and an
// error of one word, are returned in registers. Strings and bytes are behind one more pointer for
// this reason.
#[derive(Clone, Default)]
#[repr(u64)]
pub enum RetValue {
    /// Null.
    #[default]
    Null,
    /// An integer or a boolean.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// An opaque pointer. The value does not own the memory behind it.
    Handle(OpaqueHandle),
    /// A data type.
    DataType(DataType),
    /// A device.
    Device(Device),
    /// A string.
    Str(Box<String>),
    /// Bytes.
    Bytes(Box<Vec<u8>>),
    /// An object.
    Object(ObjectRef),
}

const _: () = assert!(size_of::<RetValue>() == 16);

impl RetValue {
    /// Converts the value into a `T`.
    ///
    /// # Errors
    /// If the value has another kind, or if the conversion would lose information.
    #[inline]
    pub fn get<'a, T: FromValue<'a>>(&'a self) -> Result<T, ValueError> {
        T::from_value(self.as_arg())
    }

    /// Borrows the value.
    #[inline]
    pub fn as_arg(&self) -> ArgValue<'_> {
        match self {
            Self::Null => ArgValue::Null,
            Self::Int(number) => ArgValue::Int(*number),
            Self::Float(number) => ArgValue::Float(*number),
            Self::Handle(handle) => ArgValue::Handle(*handle),
            Self::DataType(dtype) => ArgValue::DataType(*dtype),
            Self::Device(device) => ArgValue::Device(*device),
            Self::Str(text) => ArgValue::Str(text),
            Self::Bytes(bytes) => ArgValue::Bytes(bytes),
            Self::Object(object) => ArgValue::Object(object),
        }
    }

    /// Returns the type code of the value in C.
    pub fn type_code(&self) -> TypeCode {
        self.as_arg().type_code()
    }
}

impl<'a> From<&'a RetValue> for ArgValue<'a> {
    #[inline]
    fn from(value: &'a RetValue) -> Self {
        value.as_arg()
    }
}

/// Converts a borrowed value into an owned one. Strings and bytes are copied, the reference count
/// of an object is incremented, and the object of an [`RValueRef`](crate::RValueRef) is taken.
///
/// # Errors
/// If the value is a plain `DLTensor`, or a node that is not an object yet: neither can be owned.
impl TryFrom<ArgValue<'_>> for RetValue {
    type Error = ValueError;

    fn try_from(value: ArgValue<'_>) -> Result<Self, ValueError> {
        Ok(match value {
            ArgValue::Null => Self::Null,
            ArgValue::Int(number) => Self::Int(number),
            ArgValue::Float(number) => Self::Float(number),
            ArgValue::Handle(handle) => Self::Handle(handle),
            ArgValue::DataType(dtype) => Self::DataType(dtype),
            ArgValue::Device(device) => Self::Device(device),
            ArgValue::Str(text) => text.into(),
            ArgValue::Bytes(bytes) => bytes.into(),
            ArgValue::Tensor(_) => {
                return Err(ValueError::Kind { expected: "a value that can be owned", found: value.kind() });
            }
            ArgValue::Object(_) | ArgValue::RValueRef(_) => {
                value.get::<Option<ObjectRef>>()?.map_or(Self::Null, Self::Object)
            }
        })
    }
}

/// Accepts any value that can be owned.
impl FromValue<'_> for RetValue {
    type Ownership = Owned;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        value.try_into()
    }
}

/// Implements `From` for types that an [`ArgValue`] stores by value.
macro_rules! from_plain {
    ($($ty:ty),+) => {
        $(
            impl From<$ty> for RetValue {
                #[inline]
                fn from(value: $ty) -> Self {
                    match ArgValue::from(value) {
                        ArgValue::Int(number) => Self::Int(number),
                        ArgValue::Float(number) => Self::Float(number),
                        ArgValue::Handle(handle) => Self::Handle(handle),
                        ArgValue::DataType(dtype) => Self::DataType(dtype),
                        ArgValue::Device(device) => Self::Device(device),
                        _ => Self::Null,
                    }
                }
            }
        )+
    };
}

from_plain!(i8, i16, i32, i64, u8, u16, u32, bool, f32, f64, (), OpaqueHandle, DataType, Device);

macro_rules! try_from_integers {
    ($($int:ty),+) => {
        $(
            /// Integers are passed as `i64`.
            impl TryFrom<$int> for RetValue {
                type Error = ValueError;

                fn try_from(number: $int) -> Result<Self, ValueError> {
                    ArgValue::try_from(number)?.try_into()
                }
            }
        )+
    };
}

try_from_integers!(i128, isize, u64, u128, usize);

impl From<&str> for RetValue {
    #[inline]
    fn from(text: &str) -> Self {
        String::from(text).into()
    }
}

impl From<String> for RetValue {
    #[inline]
    fn from(text: String) -> Self {
        Self::Str(Box::new(text))
    }
}

impl From<&[u8]> for RetValue {
    #[inline]
    fn from(bytes: &[u8]) -> Self {
        Vec::from(bytes).into()
    }
}

impl From<Vec<u8>> for RetValue {
    #[inline]
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Box::new(bytes))
    }
}

impl<R: IsObjectRef> From<R> for RetValue {
    #[inline]
    fn from(reference: R) -> Self {
        Self::Object(reference.into_object_ref())
    }
}

impl<T> From<Option<T>> for RetValue
where
    RetValue: From<T>,
{
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::from)
    }
}

impl fmt::Debug for RetValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_arg().fmt(f)
    }
}
