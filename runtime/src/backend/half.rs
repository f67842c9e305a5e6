//! Half-precision floats, for compiled code on processors that have none: their bits stand for them.

use crate::device_module::narrow_float::to_16_bits;

const FRACTION_BITS: u32 = 10;
const INFINITY: u16 = 0x7c00;

/// The nearest half to a float, ties to even: `__gnu_f2h_ieee`. One that is too large becomes infinite.
pub extern "C" fn half_of_float(number: f32) -> u16 {
    let sign = ((number.to_bits() >> 31) as u16) << 15;
    to_16_bits(number.into(), 5).unwrap_or(sign | INFINITY)
}

/// The float that a half is: `__gnu_h2f_ieee`.
pub extern "C" fn float_of_half(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let rest = u32::from(half & 0x7fff) << (f32::MANTISSA_DIGITS - 1 - FRACTION_BITS);
    let magnitude = if half & INFINITY == INFINITY {
        rest | f32::INFINITY.to_bits()
    } else {
        // The exponent of a half is counted from 15, that of a float from 127. As a factor, this is right for subnormal halves
        // too, which are normal floats.
        (f32::from_bits(rest) * f32::from_bits((127 + 127 - 15) << 23)).to_bits()
    };
    f32::from_bits(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_is_a_float_and_comes_back() {
        for half in 0..=u16::MAX {
            let float = float_of_half(half);
            let is_nan = half & 0x7fff > INFINITY;
            assert_eq!(float.is_nan(), is_nan, "{half:#x}");
            if !is_nan {
                assert_eq!(half_of_float(float), half);
            }
        }
    }

    #[test]
    fn known_numbers() {
        for (half, float) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (1, 2_f32.powi(-24)),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!((float_of_half(half), half_of_float(float)), (float, half));
        }
        assert_eq!(half_of_float(65519.0), 0x7bff);
        assert_eq!((half_of_float(65520.0), half_of_float(-1e30)), (INFINITY, 0xfc00));
        assert!(float_of_half(half_of_float(f32::NAN)).is_nan());
    }
}
