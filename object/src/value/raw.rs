//! Between values and what C sees of them.
//!
//! Invariant: a `TVMValue` is read by the member that its type code names, and by no other.

#![expect(unsafe_code, reason = "C says what it passes by a code")]

use std::ffi::{CStr, c_void};
use std::fmt;
use std::ptr::NonNull;

use crate::header::Object;
use crate::tensor::NDArrayNode;
use crate::value::arg_value::object_code;
use crate::value::{ArgValue, TVMByteArray, TVMValue, TypeCode, ValueError};

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
