//! Borrowed values, and their conversion from and to C.
//!
//! Invariant: only the member of a `TVMValue` that its type code selects is read.

#![expect(unsafe_code, reason = "a type code selects the member of a union")]

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

/// An object that the callee may take, so that it can change the object in place. The slot is null
/// afterwards.
pub type RValueRef = Cell<Option<ObjectRef>>;

/// An opaque pointer, which is passed along and never dereferenced.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct OpaqueHandle(pub *mut c_void);

// SAFETY: the address is never dereferenced.
unsafe impl Send for OpaqueHandle {}
// SAFETY: the address is never dereferenced.
unsafe impl Sync for OpaqueHandle {}

impl OpaqueHandle {
    /// The null pointer.
    pub const NULL: Self = Self(std::ptr::null_mut());
}

impl fmt::Debug for OpaqueHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "handle({:p})", self.0)
    }
}

/// A borrowed value: an argument of a function, or the value of a field.
///
/// ```
/// use objet_object::ArgValue;
///
/// let arg = ArgValue::from(300);
/// assert_eq!(arg.get::<i64>()?, 300);
/// let error = arg.get::<u8>().unwrap_err();
/// assert_eq!(error.to_string(), "expected u8, found 300, which it cannot hold");
/// let error = arg.get::<&str>().unwrap_err();
/// assert_eq!(error.to_string(), "expected str but got int");
/// # Ok::<(), objet_object::Error>(())
/// ```
// The tag is a word, for the same reason as in `RetValue`.
#[derive(Clone, Copy)]
#[repr(u64)]
pub enum ArgValue<'a> {
    /// Null.
    Null,
    /// An integer or a boolean.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// An opaque pointer.
    Handle(OpaqueHandle),
    /// A data type.
    DataType(DataType),
    /// A device.
    Device(Device),
    /// A tensor that is not an object.
    Tensor(&'a DLTensor),
    /// A string.
    Str(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// An object.
    Object(&'a Object),
    /// An object that the callee may take.
    RValueRef(&'a RValueRef),
}

impl ArgValue<'_> {
    /// Returns the type code of the value in C.
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

    /// Returns the kind of the value for messages: the type key of an object, or the name of the
    /// type code.
    #[cold]
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Object(object) => object.type_key(),
            _ => self.type_code().name().unwrap_or("value"),
        }
    }
}

impl<'a> ArgValue<'a> {
    /// Creates a value from its C representation: a union and its type code.
    ///
    /// # Errors
    /// If the code is unknown, if a pointer is null that must not be, or if a string is not UTF-8.
    ///
    /// # Safety
    /// The member of `value` that [`TypeCode`] documents for `code` is set. A pointer in it is
    /// valid during `'a`.
    pub unsafe fn from_raw(value: TVMValue, code: TypeCode) -> Result<Self, ValueError> {
        let pointer = || {
            // SAFETY: the caller promises that the member for `code` is set, and all codes that
            // call this closure have a pointer member.
            NonNull::new(unsafe { value.v_handle }).ok_or(ValueError::NullPointer { expected: code })
        };
        // SAFETY: each arm reads the member for its code. The caller promises that the member is
        // set and that its pointer is valid.
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

    /// Creates a value from its C representation if the type code is `expected`: the fast path of
    /// [`ArgValue::from_raw`]. `expected` should be a constant, so that the conversion compiles to
    /// a single comparison. Returns `None` for other codes, and if `from_raw` could return an
    /// error.
    ///
    /// # Safety
    /// As for [`ArgValue::from_raw`].
    #[inline(always)]
    pub unsafe fn fast_from_raw(value: TVMValue, code: TypeCode, expected: TypeCode) -> Option<Self> {
        if code != expected {
            return None;
        }
        // SAFETY: each arm reads the member for its code. The caller promises that the member is
        // set and that its pointer is valid.
        unsafe {
            Some(match expected {
                TypeCode::INT => Self::Int(value.v_int64),
                TypeCode::FLOAT => Self::Float(value.v_float64),
                TypeCode::RUST_STR => Self::Str(*value.v_handle.cast()),
                TypeCode::OBJECT_HANDLE | TypeCode::MODULE_HANDLE | TypeCode::PACKED_FUNC_HANDLE => {
                    Self::Object(value.v_handle.cast::<Object>().as_ref()?)
                }
                TypeCode::NDARRAY_HANDLE => {
                    let tensor = NonNull::new(value.v_handle)?.cast();
                    Self::Object(NDArrayNode::of_dl_tensor(tensor).as_ref())
                }
                _ => return None,
            })
        }
    }

    /// Returns the value and its type code, for Rust functions. Strings and bytes are passed as
    /// pointers into this `ArgValue`, so the result is valid only while this `ArgValue` exists and
    /// is not moved.
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

    /// Returns the value and its type code, as C sees them. Returns `None` for strings and bytes,
    /// because C requires another memory layout for them.
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

/// Returns the type code of most objects that a reference to `T` refers to.
pub(crate) const fn fast_code<T: IsObject>() -> TypeCode {
    match T::TYPE_INDEX {
        Some(TypeIndex::MODULE) => TypeCode::MODULE_HANDLE,
        Some(TypeIndex::PACKED_FUNC) => TypeCode::PACKED_FUNC_HANDLE,
        Some(TypeIndex::NDARRAY) => TypeCode::NDARRAY_HANDLE,
        _ => TypeCode::OBJECT_HANDLE,
    }
}

/// Returns the type code of an object that is not a tensor. Modules and functions have their own
/// codes.
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
            /// Integers are passed as `i64`.
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
