//! Scalars of the data types that kernels support.

use objet::prelude::*;
use objet::tensor::{bf16, f16, nearest_bf16, nearest_f16};
use objet_tir::integer;

/// A number that fits its data type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scalar {
    pub(crate) dtype: DataType,
    pub(crate) number: Number,
}

/// An exact number of any type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// A number of a signed or unsigned integer type. Booleans are 0 and 1.
    Int(i128),
    /// A number of a floating-point type.
    Float(f64),
}

impl Scalar {
    /// Returns the number in a scalar tensor. Returns `None` for other shapes and for unsupported
    /// data types.
    pub(crate) fn of(tensor: &NDArray) -> Option<Self> {
        if !tensor.shape().is_empty() {
            return None;
        }
        Self::of_bytes(tensor.dtype(), tensor.as_bytes().ok()?)
    }

    /// Returns the number in the bytes of one element. Returns `None` for unsupported data types.
    pub(super) fn of_bytes(dtype: DataType, bytes: &[u8]) -> Option<Self> {
        if !dtype.is_scalar() {
            return None;
        }
        let mut wide = [0; 8];
        wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let bits = if cfg!(target_endian = "little") {
            u64::from_le_bytes(wide)
        } else {
            u64::from_be_bytes(wide) >> (64 - 8 * bytes.len())
        };
        let number = match dtype.bits {
            1 if dtype.is_uint() => Number::Int(i128::from(bits != 0)),
            8 | 16 | 32 | 64 if dtype.is_int() || dtype.is_uint() => {
                return Some(Self::wrapped(dtype, i128::from(bits)));
            }
            16 if dtype.is_float() => Number::Float(f16::from_bits(bits as u16).to_f64()),
            16 if dtype.is_bfloat16() => Number::Float(bf16::from_bits(bits as u16).to_f64()),
            32 if dtype.is_float() => Number::Float(f64::from(f32::from_bits(bits as u32))),
            64 if dtype.is_float() => Number::Float(f64::from_bits(bits)),
            _ => return None,
        };
        Some(Self { dtype, number })
    }

    /// Returns the nearest 64-bit float.
    pub(crate) fn as_f64(self) -> f64 {
        match self.number {
            Number::Int(number) => number as f64,
            Number::Float(number) => number,
        }
    }

    /// Converts the number to a scalar tensor.
    pub(crate) fn to_tensor(self) -> Option<NDArray> {
        let mut bytes = Vec::new();
        self.push_bytes(&mut bytes);
        NDArray::from_bytes(&[], self.dtype, &bytes).ok()
    }

    /// Appends the bytes of the number, in the byte order of the host.
    pub(crate) fn push_bytes(self, bytes: &mut Vec<u8>) {
        let bits = match self.number {
            Number::Int(number) => number as u64,
            Number::Float(number) => match self.dtype.bits {
                16 if self.dtype.is_bfloat16() => u64::from(nearest_bf16(number).to_bits()),
                16 => u64::from(nearest_f16(number).to_bits()),
                32 => u64::from((number as f32).to_bits()),
                _ => number.to_bits(),
            },
        };
        let size = self.dtype.bytes();
        let wide = bits.to_ne_bytes();
        bytes.extend(if cfg!(target_endian = "little") { &wide[..size] } else { &wide[8 - size..] });
    }

    /// Returns `value`, converted to `dtype`. Returns `None` for a data type without scalars.
    pub(crate) fn of_f64(dtype: DataType, value: f64) -> Option<Self> {
        Self { dtype: DataType::float(64), number: Number::Float(value) }.cast(dtype)
    }

    /// Wraps `number` around to the range of an integer type.
    pub(crate) fn wrapped(dtype: DataType, number: i128) -> Self {
        Self { dtype, number: Number::Int(integer::wrapped(dtype, number)) }
    }

    /// Rounds `number` to the nearest float of the type, ties to even.
    pub(crate) fn rounded(dtype: DataType, number: f64) -> Self {
        let number = match dtype.bits {
            16 if dtype.is_bfloat16() => nearest_bf16(number).to_f64(),
            16 => nearest_f16(number).to_f64(),
            32 => f64::from(number as f32),
            _ => number,
        };
        Self { dtype, number: Number::Float(number) }
    }

    /// Creates a boolean.
    pub(crate) fn truth(value: bool) -> Self {
        Self { dtype: DataType::BOOL, number: Number::Int(i128::from(value)) }
    }

    /// Returns the value of a boolean, or `None` for other types.
    pub(crate) fn is_true(self) -> Option<bool> {
        match self.number {
            Number::Int(number) if self.dtype == DataType::BOOL => Some(number != 0),
            _ => None,
        }
    }

    /// Converts the scalar to another type. Returns `None` for a float whose integer part does not
    /// fit an integer type.
    pub(crate) fn cast(self, dtype: DataType) -> Option<Self> {
        let is_int = dtype.is_int() || dtype.is_uint();
        if !dtype.is_scalar() || !(is_int || dtype.is_float() || dtype.is_bfloat16()) {
            return None;
        }
        match (self.number, dtype.bits) {
            (_, bits) if dtype.is_bfloat16() && bits != 16 => None,
            (Number::Int(number), 1) if dtype == DataType::BOOL => Some(Self::truth(number != 0)),
            (Number::Float(number), 1) if dtype == DataType::BOOL => Some(Self::truth(number != 0.0)),
            (Number::Int(number), 8 | 16 | 32 | 64) if is_int => Some(Self::wrapped(dtype, number)),
            (Number::Float(number), 8 | 16 | 32 | 64) if is_int => {
                let whole = Self::wrapped(dtype, number as i128);
                (!number.is_nan() && whole.number == Number::Int(number as i128)).then_some(whole)
            }
            // Convert through `f32`, as compilers do. The intermediate type matters for integers
            // near the midpoint of two floats.
            (Number::Int(number), 16 | 32) => Some(Self::rounded(dtype, f64::from(number as f32))),
            (Number::Int(number), 64) => Some(Self::rounded(dtype, number as f64)),
            (Number::Float(number), 16 | 32 | 64) => Some(Self::rounded(dtype, number)),
            _ => None,
        }
    }
}
