//! The C representation of values.

use std::ffi::{c_char, c_void};
use std::fmt;

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;

/// The type code of a [`TVMValue`], which selects its member: the `TVMArgTypeCode` of TVM 0.8.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct TypeCode(pub i32);

impl TypeCode {
    /// A signed 64-bit integer, or a boolean.
    pub const INT: Self = Self(0);
    /// Reserved, never used.
    pub const UINT: Self = Self(1);
    /// A double.
    pub const FLOAT: Self = Self(2);
    /// An opaque pointer.
    pub const OPAQUE_HANDLE: Self = Self(3);
    /// Null.
    pub const NULLPTR: Self = Self(4);
    /// A data type.
    pub const DATA_TYPE: Self = Self(5);
    /// A device.
    pub const DEVICE: Self = Self(6);
    /// A borrowed `DLTensor*`.
    pub const DL_TENSOR_HANDLE: Self = Self(7);
    /// An object.
    pub const OBJECT_HANDLE: Self = Self(8);
    /// A `runtime.Module`.
    pub const MODULE_HANDLE: Self = Self(9);
    /// A `runtime.PackedFunc`.
    pub const PACKED_FUNC_HANDLE: Self = Self(10);
    /// A NUL-terminated string.
    pub const STR: Self = Self(11);
    /// A `TVMByteArray*`.
    pub const BYTES: Self = Self(12);
    /// A `runtime.NDArray`, as the address of its `DLTensor`.
    pub const NDARRAY_HANDLE: Self = Self(13);
    /// The address of an object pointer. The callee may take the object.
    pub const OBJECT_RVALUE_REF_ARG: Self = Self(14);
    /// The first code for extensions.
    pub const EXT_BEGIN: Self = Self(15);
    /// The end of the reserved codes for known extensions.
    pub const EXT_RESERVE_END: Self = Self(64);
    /// The end of all codes.
    pub const EXT_END: Self = Self(128);
    /// A Rust string: the address of a `&str`. Rust functions use this code among themselves,
    /// because it needs neither a terminating NUL nor a UTF-8 check. C functions get
    /// [`TypeCode::STR`] instead. The number is unlikely to be passed by C code by mistake.
    pub const RUST_STR: Self = Self(-0x6f62_6a01);
    /// Rust bytes: the address of a `&[u8]`. C functions get [`TypeCode::BYTES`] instead.
    pub const RUST_BYTES: Self = Self(-0x6f62_6a02);

    /// Returns the name for messages.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self.0 {
            _ if self.0 == Self::RUST_STR.0 => "str",
            _ if self.0 == Self::RUST_BYTES.0 => "bytes",
            0 => "int",
            1 => "uint",
            2 => "float",
            3 => "handle",
            4 => "NULL",
            5 => "DLDataType",
            6 => "DLDevice",
            7 => "ArrayHandle",
            8 => "Object",
            9 => "ModuleHandle",
            10 => "FunctionHandle",
            11 => "str",
            12 => "bytes",
            13 => "NDArrayContainer",
            14 => "ObjectRValueRefArg",
            _ => return None,
        })
    }
}

impl fmt::Display for TypeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "unknown type_code={}", self.0),
        }
    }
}

impl fmt::Debug for TypeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A union of 8 bytes. A [`TypeCode`] selects the member.
#[derive(Clone, Copy)]
#[repr(C)]
pub union TVMValue {
    /// An integer.
    pub v_int64: i64,
    /// A double.
    pub v_float64: f64,
    /// A pointer to anything but a string.
    pub v_handle: *mut c_void,
    /// A pointer to a string.
    pub v_str: *const c_char,
    /// A data type.
    pub v_type: DataType,
    /// A device.
    pub v_device: Device,
}

impl TVMValue {
    /// Zero bytes: the value for type codes without content, and the initial value before a smaller
    /// member is set.
    pub const ZERO: Self = Self { v_int64: 0 };
}

/// Borrowed bytes. A value with [`TypeCode::BYTES`] points to this struct.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TVMByteArray {
    /// A pointer to the first byte.
    pub data: *const c_char,
    /// The number of bytes.
    pub size: usize,
}

const _: () = assert!(size_of::<TVMValue>() == 8 && size_of::<TVMByteArray>() == 2 * size_of::<usize>());
