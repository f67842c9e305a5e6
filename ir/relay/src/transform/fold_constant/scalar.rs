//! Scalars as tensors hold them, of every data type that hosts compute with.

use objet::prelude::*;
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

/// The floating-point types of 16 bits: how many bits the fraction has, and the exponent of the least normal number.
struct Small {
    fraction: u32,
    least: i32,
}

const FLOAT16: Small = Small { fraction: 10, least: -14 };
const BFLOAT16: Small = Small { fraction: 7, least: -126 };

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
            16 if dtype.is_float() => Number::Float(FLOAT16.decode(bits as u16)),
            16 if dtype.is_bfloat16() => Number::Float(BFLOAT16.decode(bits as u16)),
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
                16 if self.dtype.is_bfloat16() => u64::from(BFLOAT16.encode(number)),
                16 => u64::from(FLOAT16.encode(number)),
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
            16 if dtype.is_bfloat16() => BFLOAT16.decode(BFLOAT16.encode(number)),
            16 => FLOAT16.decode(FLOAT16.encode(number)),
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

impl Small {
    const BITS: u32 = 16;

    fn infinity(&self) -> u16 {
        let exponent_bits = Self::BITS - 1 - self.fraction;
        ((1 << exponent_bits) - 1) << self.fraction
    }

    fn decode(&self, bits: u16) -> f64 {
        let magnitude = bits & 0x7fff;
        let value = if magnitude > self.infinity() {
            f64::NAN
        } else if magnitude == self.infinity() {
            f64::INFINITY
        } else {
            let exponent = magnitude >> self.fraction;
            let fraction = magnitude & ((1 << self.fraction) - 1);
            // The lowest numbers of all are as far from each other as those of the first exponent.
            let hidden = u16::from(exponent > 0) << self.fraction;
            let step = self.least - self.fraction as i32 + i32::from(exponent.max(1)) - 1;
            f64::from(hidden + fraction) * 2_f64.powi(step)
        };
        if bits >> 15 == 1 { -value } else { value }
    }

    /// The nearest number, and of two the even one.
    fn encode(&self, value: f64) -> u16 {
        let sign = u16::from(value.is_sign_negative()) << 15;
        if value.is_nan() {
            return sign | self.infinity() | 1 << (self.fraction - 1);
        }
        let magnitude = value.abs();
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(self.least);
        if exponent > -self.least + 1 {
            return sign | self.infinity();
        }
        // Division by a power of two is exact; what is rounded up to the next exponent counts on into its bits.
        let steps = (magnitude / 2_f64.powi(exponent - self.fraction as i32)).round_ties_even() as u16;
        let encoded = (((exponent - self.least) as u16) << self.fraction) + steps;
        sign | encoded.min(self.infinity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_of_16_bits_have_the_values_of_the_standard() {
        let known = [
            (0x0001, 2_f64.powi(-24)),
            (0x03ff, 1023.0 * 2_f64.powi(-24)),
            (0x0400, 2_f64.powi(-14)),
            (0x3555, 0.333_251_953_125),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x7c00, f64::INFINITY),
        ];
        for (bits, value) in known {
            assert_eq!((FLOAT16.decode(bits), FLOAT16.encode(value)), (value, bits));
        }
        // Halfway to the next, which would have another exponent, or none.
        assert_eq!(FLOAT16.encode(65519.0), 0x7bff);
        assert_eq!(FLOAT16.encode(65520.0), 0x7c00);
        assert_eq!(FLOAT16.encode(1.0 / 3.0), 0x3555);
        assert_eq!(FLOAT16.encode(1.0 + 2_f64.powi(-11)), 0x3c00);
        assert_eq!(FLOAT16.encode(1.0 + 3.0 * 2_f64.powi(-11)), 0x3c02);
        assert_eq!(FLOAT16.encode(2_f64.powi(-25)), 0);
        assert_eq!(FLOAT16.encode(2_f64.powi(-25) * 1.01), 1);
    }

    #[test]
    fn every_float_of_16_bits_comes_back() {
        for small in [FLOAT16, BFLOAT16] {
            for bits in 0..=u16::MAX {
                let value = small.decode(bits);
                if value.is_nan() {
                    assert!(small.decode(small.encode(value)).is_nan());
                } else {
                    assert_eq!(small.encode(value), bits);
                }
            }
        }
    }

    #[test]
    fn bfloat16_is_the_upper_half_of_float32() {
        for bits in (0..0x7f80_u16).step_by(7) {
            let value = f32::from_bits(u32::from(bits) << 16);
            assert_eq!(BFLOAT16.decode(bits), f64::from(value));
        }
    }
}
