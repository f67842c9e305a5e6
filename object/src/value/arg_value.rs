//! Values that are borrowed.

use std::cell::Cell;
use std::fmt;

use crate::header::Object;
use crate::node::IsObject;
use crate::object_ref::{IsObjectRef, ObjectRef};
use crate::tensor::{DLTensor, DataType, Device, NDArrayNode};
use crate::types::TypeIndex;
use crate::value::{FromValue, OpaqueHandle, RetValue, TypeCode, ValueError};

/// An object that the callee may take, so that it can change it in place: a pointer that is null afterwards.
pub type RValueRef = Cell<Option<ObjectRef>>;

/// A value that somebody else owns: an argument, or the value of a field.
///
/// ```
/// use objet_object::ArgValue;
///
/// let arg = ArgValue::from(300);
/// assert_eq!(arg.get::<i64>()?, 300);
/// assert_eq!(arg.get::<u8>().unwrap_err().to_string(), "expected u8, found 300, which it cannot hold");
/// assert_eq!(arg.get::<&str>().unwrap_err().to_string(), "expected str but got int");
/// # Ok::<(), objet_object::Error>(())
/// ```
// The tag is a word for the reason that is given at `RetValue`.
#[derive(Clone, Copy)]
#[repr(u64)]
pub enum ArgValue<'a> {
    /// Nothing.
    Null,
    /// An integer or a truth value.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A pointer that means something to others.
    Handle(OpaqueHandle),
    /// A data type.
    DataType(DataType),
    /// A device.
    Device(Device),
    /// A tensor that is not an object.
    Tensor(&'a DLTensor),
    /// Text.
    Str(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// An object.
    Object(&'a Object),
    /// An object to take.
    RValueRef(&'a RValueRef),
}

impl<'a> ArgValue<'a> {
    /// The value as a `T`.
    ///
    /// # Errors
    /// If it is of another kind, or if something of it would be lost: what was expected and what was found.
    #[inline]
    pub fn get<T: FromValue<'a>>(self) -> Result<T, ValueError> {
        T::from_value(self)
    }

    /// The type code as which the value crosses into C.
    #[inline]
    pub fn type_code(&self) -> TypeCode {
        match self {
            Self::Null => TypeCode::NULLPTR,
            Self::Int(_) => TypeCode::INT,
            Self::Float(_) => TypeCode::FLOAT,
            Self::Handle(_) => TypeCode::OPAQUE_HANDLE,
            Self::DataType(_) => TypeCode::DATA_TYPE,
            Self::Device(_) => TypeCode::DEVICE,
            Self::Tensor(_) => TypeCode::DL_TENSOR_HANDLE,
            Self::Str(_) => TypeCode::STR,
            Self::Bytes(_) => TypeCode::BYTES,
            Self::Object(object) if object.is_instance::<NDArrayNode>() => TypeCode::NDARRAY_HANDLE,
            Self::Object(object) => object_code(object.type_index()),
            Self::RValueRef(_) => TypeCode::OBJECT_RVALUE_REF_ARG,
        }
    }

    /// What this is, for messages: the type key of an object, the name of the type code otherwise.
    #[cold]
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Object(object) => object.type_key(),
            _ => self.type_code().name().unwrap_or("value"),
        }
    }
}

/// The code of most objects that a reference to a `T` refers to.
pub(crate) const fn usual_code<T: IsObject>() -> TypeCode {
    match T::TYPE_INDEX {
        Some(TypeIndex::MODULE) => TypeCode::MODULE_HANDLE,
        Some(TypeIndex::PACKED_FUNC) => TypeCode::PACKED_FUNC_HANDLE,
        Some(TypeIndex::NDARRAY) => TypeCode::NDARRAY_HANDLE,
        _ => TypeCode::OBJECT_HANDLE,
    }
}

/// The code of an object that is no tensor: two types have codes of their own.
#[inline]
pub(crate) fn object_code(index: TypeIndex) -> TypeCode {
    match index {
        TypeIndex::MODULE => TypeCode::MODULE_HANDLE,
        TypeIndex::PACKED_FUNC => TypeCode::PACKED_FUNC_HANDLE,
        _ => TypeCode::OBJECT_HANDLE,
    }
}

macro_rules! from_integers {
    ($($int:ty),+) => {
        $(
            impl From<$int> for ArgValue<'_> {
                #[inline]
                fn from(number: $int) -> Self {
                    Self::Int(number.into())
                }
            }
        )+
    };
}

from_integers!(i8, i16, i32, i64, u8, u16, u32, bool);

macro_rules! try_from_integers {
    ($($int:ty),+) => {
        $(
            /// Integers cross as 64 bits with a sign.
            impl TryFrom<$int> for ArgValue<'_> {
                type Error = ValueError;

                fn try_from(number: $int) -> Result<Self, ValueError> {
                    i64::try_from(number)
                        .map(Self::Int)
                        .map_err(|_| ValueError::Range { expected: "i64", found: number.to_string() })
                }
            }
        )+
    };
}

try_from_integers!(i128, isize, u64, u128, usize);

impl From<f32> for ArgValue<'_> {
    #[inline]
    fn from(number: f32) -> Self {
        Self::Float(number.into())
    }
}

impl From<f64> for ArgValue<'_> {
    #[inline]
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

impl From<()> for ArgValue<'_> {
    #[inline]
    fn from((): ()) -> Self {
        Self::Null
    }
}

impl From<OpaqueHandle> for ArgValue<'_> {
    #[inline]
    fn from(handle: OpaqueHandle) -> Self {
        Self::Handle(handle)
    }
}

impl From<DataType> for ArgValue<'_> {
    #[inline]
    fn from(dtype: DataType) -> Self {
        Self::DataType(dtype)
    }
}

impl From<Device> for ArgValue<'_> {
    #[inline]
    fn from(device: Device) -> Self {
        Self::Device(device)
    }
}

impl<'a> From<&'a str> for ArgValue<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self::Str(text)
    }
}

impl<'a> From<&'a std::string::String> for ArgValue<'a> {
    #[inline]
    fn from(text: &'a std::string::String) -> Self {
        Self::Str(text)
    }
}

impl<'a> From<&'a [u8]> for ArgValue<'a> {
    #[inline]
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a Vec<u8>> for ArgValue<'a> {
    #[inline]
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a, R: IsObjectRef> From<&'a R> for ArgValue<'a> {
    #[inline]
    fn from(reference: &'a R) -> Self {
        Self::Object(reference.as_object_ref())
    }
}

impl<'a> From<&'a DLTensor> for ArgValue<'a> {
    #[inline]
    fn from(tensor: &'a DLTensor) -> Self {
        Self::Tensor(tensor)
    }
}

impl<'a> From<&'a RValueRef> for ArgValue<'a> {
    #[inline]
    fn from(slot: &'a RValueRef) -> Self {
        Self::RValueRef(slot)
    }
}

impl<'a, T> From<Option<T>> for ArgValue<'a>
where
    ArgValue<'a>: From<T>,
{
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::from)
    }
}

impl<'a, R: IsObjectRef> From<&'a Option<R>> for ArgValue<'a> {
    #[inline]
    fn from(reference: &'a Option<R>) -> Self {
        reference.as_ref().into()
    }
}

impl<'a> From<&'a RetValue> for ArgValue<'a> {
    #[inline]
    fn from(value: &'a RetValue) -> Self {
        value.as_arg()
    }
}

impl fmt::Debug for ArgValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Int(number) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
            Self::Handle(handle) => handle.fmt(f),
            Self::DataType(dtype) => dtype.fmt(f),
            Self::Device(device) => device.fmt(f),
            Self::Tensor(tensor) => tensor.fmt(f),
            Self::Str(text) => text.fmt(f),
            Self::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            Self::Object(object) => object.fmt(f),
            Self::RValueRef(_) => f.write_str("object to take"),
        }
    }
}
