//! Scalars as tensors hold them, of every data type that hosts compute with.

use objet::prelude::*;
use objet::{bf16, f16, nearest_bf16, nearest_f16};
use objet_tir::integer;

/// A number and its data type, which it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scalar {
    pub(super) dtype: DataType,
    pub(super) number: Number,
}

/// A number of any type, exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// Of an integer type, signed or not; truth values are 0 and 1.
    Int(i128),
    /// Of a floating-point type.
    Float(f64),
}

impl Scalar {
    /// The number in a tensor without axes. `None` for others, and for data types that have no arithmetic here.
    pub(super) fn of(tensor: &NDArray) -> Option<Self> {
        let dtype = tensor.dtype();
        if !tensor.shape().is_empty() || !dtype.is_scalar() {
            return None;
        }
        let bytes = tensor.as_bytes().ok()?;
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

    /// The scalar as a tensor without axes.
    pub(super) fn to_tensor(self) -> Option<NDArray> {
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
        let bytes = if cfg!(target_endian = "little") { &wide[..size] } else { &wide[8 - size..] };
        NDArray::from_bytes(&[], self.dtype, bytes).ok()
    }

    /// The integer that is left of `number` in that type.
    pub(super) fn wrapped(dtype: DataType, number: i128) -> Self {
        Self { dtype, number: Number::Int(integer::wrapped(dtype, number)) }
    }

    /// The float of that type which is nearest to `number`, and even if two are.
    pub(super) fn rounded(dtype: DataType, number: f64) -> Self {
        let number = match dtype.bits {
            16 if dtype.is_bfloat16() => nearest_bf16(number).to_f64(),
            16 => nearest_f16(number).to_f64(),
            32 => f64::from(number as f32),
            _ => number,
        };
        Self { dtype, number: Number::Float(number) }
    }

    /// A truth value.
    pub(super) fn truth(value: bool) -> Self {
        Self { dtype: DataType::BOOL, number: Number::Int(i128::from(value)) }
    }

    /// Which truth value it is, if it is one.
    pub(super) fn is_true(self) -> Option<bool> {
        match self.number {
            Number::Int(number) if self.dtype == DataType::BOOL => Some(number != 0),
            _ => None,
        }
    }

    /// The scalar in another type. `None` for a float that no number of an integer type is the whole part of.
    pub(super) fn cast(self, dtype: DataType) -> Option<Self> {
        let is_int = dtype.is_int() || dtype.is_uint();
        if !dtype.is_scalar() || !(is_int || dtype.is_float()) {
            return None;
        }
        match (self.number, dtype.bits) {
            (Number::Int(number), 1) if dtype == DataType::BOOL => Some(Self::truth(number != 0)),
            (Number::Float(number), 1) if dtype == DataType::BOOL => Some(Self::truth(number != 0.0)),
            (Number::Int(number), 8 | 16 | 32 | 64) if is_int => Some(Self::wrapped(dtype, number)),
            (Number::Float(number), 8 | 16 | 32 | 64) if is_int => {
                let whole = Self::wrapped(dtype, number as i128);
                (!number.is_nan() && whole.number == Number::Int(number as i128)).then_some(whole)
            }
            // By way of `f32`, as compilers go: an integer may lie so near to the middle that it matters.
            (Number::Int(number), 16 | 32) => Some(Self::rounded(dtype, f64::from(number as f32))),
            (Number::Int(number), 64) => Some(Self::rounded(dtype, number as f64)),
            (Number::Float(number), 16 | 32 | 64) => Some(Self::rounded(dtype, number)),
            _ => None,
        }
    }
}
