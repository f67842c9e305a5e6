//! Values as C sees them.

use std::ffi::{c_char, c_void};
use std::fmt;

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;

/// Which member of a [`TVMValue`] counts, and what it means: `TVMArgTypeCode` of TVM 0.8.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct TypeCode(pub i32);

impl TypeCode {
    /// A signed 64-bit integer, or a truth value.
    pub const INT: Self = Self(0);
    /// A reserved number, which is never used.
    pub const UINT: Self = Self(1);
    /// A double.
    pub const FLOAT: Self = Self(2);
    /// An opaque pointer.
    pub const OPAQUE_HANDLE: Self = Self(3);
    /// Null of any kind.
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
    /// Text that ends with a NUL.
    pub const STR: Self = Self(11);
    /// A `TVMByteArray*`.
    pub const BYTES: Self = Self(12);
    /// A `runtime.NDArray`, by the address of the `DLTensor` in it.
    pub const NDARRAY_HANDLE: Self = Self(13);
    /// The address of an object pointer, out of which the callee may take the object.
    pub const OBJECT_RVALUE_REF_ARG: Self = Self(14);
    /// The first code of extensions.
    pub const EXT_BEGIN: Self = Self(15);
    /// The end of the codes reserved for known extensions.
    pub const EXT_RESERVE_END: Self = Self(64);
    /// The end of all codes.
    pub const EXT_END: Self = Self(128);
    /// Text of Rust: the address of a `&str`. It stays among Rust functions, which so need neither a NUL behind the text nor
    /// another look whether it is UTF-8; C is given [`TypeCode::STR`]. The number is one that C does not pass by mistake.
    pub const RUST_STR: Self = Self(-0x6f62_6a01);
    /// Bytes of Rust: the address of a `&[u8]`. C is given [`TypeCode::BYTES`].
    pub const RUST_BYTES: Self = Self(-0x6f62_6a02);

    /// The name in messages.
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

/// Eight bytes whose meaning a [`TypeCode`] tells.
#[derive(Clone, Copy)]
#[repr(C)]
pub union TVMValue {
    /// Of an integer.
    pub v_int64: i64,
    /// Of a double.
    pub v_float64: f64,
    /// Of every kind of pointer but text.
    pub v_handle: *mut c_void,
    /// Of text.
    pub v_str: *const c_char,
    /// Of a data type.
    pub v_type: DataType,
    /// Of a device.
    pub v_device: Device,
}

impl TVMValue {
    /// All bytes zero: what stands beside a code that needs no value, and under what a smaller member leaves open.
    pub const ZERO: Self = Self { v_int64: 0 };
}

/// Bytes, borrowed: what [`TypeCode::BYTES`] points to.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TVMByteArray {
    /// The first byte.
    pub data: *const c_char,
    /// How many there are.
    pub size: usize,
}

const _: () = assert!(size_of::<TVMValue>() == 8 && size_of::<TVMByteArray>() == 2 * size_of::<usize>());
