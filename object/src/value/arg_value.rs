//! Values that are borrowed, and how C sees them.
//!
//! Invariant: a `TVMValue` is read by the member that its type code names, and by no other.

#![expect(unsafe_code, reason = "C says what it passes by a code")]

use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::fmt;
use std::ptr::NonNull;

use crate::header::Object;
use crate::node::{IsObject, IsObjectRef, ObjectRef};
use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::dl_tensor::DLTensor;
use crate::tensor::ndarray::NDArrayNode;
use crate::types::index::TypeIndex;
use crate::value::error::ValueError;
use crate::value::tvm_value::{TVMByteArray, TVMValue, TypeCode};

/// An object that the callee may take, so that it can change it in place: a pointer that is null afterwards.
pub type RValueRef = Cell<Option<ObjectRef>>;

/// A pointer that means something to others. It is carried along, never followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct OpaqueHandle(pub *mut c_void);

// SAFETY: an address is a number to all who do not follow it.
unsafe impl Send for OpaqueHandle {}
// SAFETY: as above.
unsafe impl Sync for OpaqueHandle {}

impl OpaqueHandle {
    /// No address.
    pub const NULL: Self = Self(std::ptr::null_mut());
}

impl fmt::Debug for OpaqueHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "handle({:p})", self.0)
    }
}

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

impl ArgValue<'_> {
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

impl<'a> ArgValue<'a> {
    /// What a value beside a type code says.
    ///
    /// # Errors
    /// If the code means nothing, if a pointer is null that must not be, or if text is not UTF-8.
    ///
    /// # Safety
    /// `value` holds what [`TypeCode`] says of `code`, and a pointer in it is valid for as long as `'a`.
    pub unsafe fn from_raw(value: TVMValue, code: TypeCode) -> Result<Self, ValueError> {
        let pointer = || {
            // SAFETY: the caller says that the member of `code` is set, and the codes that ask for this are pointers.
            NonNull::new(unsafe { value.v_handle }).ok_or(ValueError::NullPointer { expected: code })
        };
        // SAFETY: each arm reads the member that belongs to its code, and trusts its pointer, as the caller promised.
        unsafe {
            Ok(match code {
                TypeCode::INT => Self::Int(value.v_int64),
                TypeCode::FLOAT => Self::Float(value.v_float64),
                TypeCode::OPAQUE_HANDLE => Self::Handle(OpaqueHandle(value.v_handle)),
                TypeCode::NULLPTR => Self::Null,
                TypeCode::DATA_TYPE => Self::DataType(value.v_type),
                TypeCode::DEVICE => Self::Device(value.v_device),
                TypeCode::DL_TENSOR_HANDLE => Self::Tensor(pointer()?.cast().as_ref()),
                TypeCode::OBJECT_HANDLE | TypeCode::MODULE_HANDLE | TypeCode::PACKED_FUNC_HANDLE => {
                    Self::Object(pointer()?.cast().as_ref())
                }
                TypeCode::NDARRAY_HANDLE => {
                    Self::Object(NDArrayNode::of_dl_tensor(pointer()?.cast()).as_ref())
                }
                TypeCode::STR => Self::Str(utf8(CStr::from_ptr(pointer()?.cast().as_ptr()).to_bytes())?),
                TypeCode::BYTES => {
                    let bytes: &TVMByteArray = pointer()?.cast().as_ref();
                    match (bytes.size, NonNull::new(bytes.data.cast_mut())) {
                        (0, _) => Self::Bytes(&[]),
                        (size, Some(data)) => {
                            Self::Bytes(std::slice::from_raw_parts(data.cast().as_ptr(), size))
                        }
                        (_, None) => return Err(ValueError::NullPointer { expected: code }),
                    }
                }
                TypeCode::OBJECT_RVALUE_REF_ARG => Self::RValueRef(pointer()?.cast().as_ref()),
                TypeCode::RUST_STR => Self::Str(pointer()?.cast::<&str>().as_ref()),
                TypeCode::RUST_BYTES => Self::Bytes(pointer()?.cast::<&[u8]>().as_ref()),
                _ => return Err(ValueError::UnknownCode { code }),
            })
        }
    }

    /// What a value says if the code beside it is the `usual` one, which the compiler should know: then it costs no more than
    /// to look whether it is. `None` for other codes, and where [`ArgValue::from_raw`] may be an error.
    ///
    /// # Safety
    /// That of [`ArgValue::from_raw`].
    #[inline(always)]
    pub unsafe fn usual_from_raw(value: TVMValue, code: TypeCode, usual: TypeCode) -> Option<Self> {
        if code != usual {
            return None;
        }
        // SAFETY: each arm reads the member that belongs to its code, and trusts its pointer, as the caller promised.
        unsafe {
            Some(match usual {
                TypeCode::INT => Self::Int(value.v_int64),
                TypeCode::FLOAT => Self::Float(value.v_float64),
                TypeCode::RUST_STR => Self::Str(*value.v_handle.cast()),
                TypeCode::OBJECT_HANDLE | TypeCode::MODULE_HANDLE | TypeCode::PACKED_FUNC_HANDLE => {
                    Self::Object(value.v_handle.cast::<Object>().as_ref()?)
                }
                _ => return None,
            })
        }
    }

    /// The value beside its type code, for Rust functions: text and bytes are referred to where they are. It says
    /// something for as long as this value stays where it is.
    #[inline]
    pub fn pack(&self) -> (TVMValue, TypeCode) {
        let handle = |pointer: *const c_void| TVMValue { v_handle: pointer.cast_mut() };
        match self {
            Self::Int(v_int64) => (TVMValue { v_int64: *v_int64 }, TypeCode::INT),
            Self::Float(v_float64) => (TVMValue { v_float64: *v_float64 }, TypeCode::FLOAT),
            Self::Str(text) => (handle(std::ptr::from_ref(text).cast()), TypeCode::RUST_STR),
            Self::Bytes(bytes) => (handle(std::ptr::from_ref(bytes).cast()), TypeCode::RUST_BYTES),
            _ => self.to_raw().unwrap_or((TVMValue::ZERO, TypeCode::NULLPTR)),
        }
    }

    /// The value beside its type code, as C sees them; `None` for text and bytes, which lie in memory otherwise than C
    /// asks for.
    #[inline]
    pub fn to_raw(&self) -> Option<(TVMValue, TypeCode)> {
        let handle = |pointer: *const c_void| TVMValue { v_handle: pointer.cast_mut() };
        let mut value = TVMValue::ZERO;
        match *self {
            Self::Null => {}
            Self::Int(v_int64) => value.v_int64 = v_int64,
            Self::Float(v_float64) => value.v_float64 = v_float64,
            Self::Handle(OpaqueHandle(v_handle)) => value.v_handle = v_handle,
            Self::DataType(v_type) => value.v_type = v_type,
            Self::Device(v_device) => value.v_device = v_device,
            Self::Tensor(tensor) => value = handle(std::ptr::from_ref(tensor).cast()),
            Self::Str(_) | Self::Bytes(_) => return None,
            Self::Object(object) => {
                return Some(match NDArrayNode::dl_tensor_at(object) {
                    Some(tensor) => (handle(tensor.cast()), TypeCode::NDARRAY_HANDLE),
                    None => (handle(std::ptr::from_ref(object).cast()), object_code(object.type_index())),
                });
            }
            Self::RValueRef(slot) => value = handle(std::ptr::from_ref(slot).cast()),
        }
        Some((value, self.type_code()))
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, ValueError> {
    std::str::from_utf8(bytes).map_err(|error| ValueError::NotUtf8 { position: error.valid_up_to() })
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
