//! Conversion of half-precision floats by their bits, for compiled code on processors without them.

use objet_object::{f16, nearest_f16};

/// Converts a float to the bits of the nearest half: `__gnu_f2h_ieee`.
///
/// Ties round to even. A float that is too large becomes infinite. NaN becomes the quiet NaN of the
/// same sign, without a payload.
pub extern "C" fn half_of_float(number: f32) -> u16 {
    nearest_f16(number.into()).to_bits()
}

/// Converts the bits of a half to a float: `__gnu_h2f_ieee`. NaN keeps its payload.
pub extern "C" fn float_of_half(half: u16) -> f32 {
    let number = f16::from_bits(half);
    if number.is_nan() {
        // `f16::to_f32` would make a signalling NaN quiet.
        let (sign, fraction) = (u32::from(half & 0x8000) << 16, u32::from(half & 0x3ff) << 13);
        return f32::from_bits(sign | f32::INFINITY.to_bits() | fraction);
    }
    number.to_f32()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFINITY: u16 = 0x7c00;

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
    fn nan_keeps_its_payload_in_a_float_and_loses_it_in_a_half() {
        for half in (0x7c01..=0x7fff).chain(0xfc01..=u16::MAX) {
            let (sign, fraction) = (u32::from(half >> 15), u32::from(half & 0x3ff));
            let float = float_of_half(half);
            assert_eq!(float.to_bits(), sign << 31 | 0x7f80_0000 | fraction << 13, "{half:#x}");
            assert_eq!(half_of_float(float), half & 0x8000 | 0x7e00, "{half:#x}");
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
